//! Buffers of the caller's, as `NumPy` arrays are, written without a copy.
//!
//! The only unsafe code of the binding is here; docs/adr/0012 says why it is needed and what it relies on.

use std::marker::PhantomData;

use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;

use crate::errors::RulewrightError;

/// What a number in a buffer may be.
pub(crate) trait Item: Copy {
    /// As `NumPy` calls it.
    const NAME: &'static str;
    /// Letters of the `struct` module for it.
    const LETTERS: &'static [u8];
}

impl Item for i32 {
    const NAME: &'static str = "int32";
    const LETTERS: &'static [u8] = b"il";
}

impl Item for i64 {
    const NAME: &'static str = "int64";
    const LETTERS: &'static [u8] = b"lqn";
}

impl Item for f32 {
    const NAME: &'static str = "float32";
    const LETTERS: &'static [u8] = b"f";
}

/// Flags: every byte is a number, and 0 and 1 are what a bool may hold.
impl Item for u8 {
    const NAME: &'static str = "uint8 or bool";
    const LETTERS: &'static [u8] = b"Bb?";
}

/// A writable buffer that was looked at: its type, its shape, its place in memory.
pub(crate) struct Output<T> {
    name: &'static str,
    /// Keeps the memory where it is.
    buffer: PyUntypedBuffer,
    shape: usize,
    item: PhantomData<T>,
}

impl<T: Item> Output<T> {
    /// Looks at a buffer that must have one of the shapes.
    pub(crate) fn of(
        name: &'static str,
        object: &Bound<'_, PyAny>,
        shapes: &[&[usize]],
    ) -> PyResult<Self> {
        let buffer = get(name, object)?;
        if !is_of(&buffer, T::LETTERS) || buffer.item_size() != size_of::<T>() {
            let given = buffer.format().to_string_lossy().into_owned();
            return refuse(name, &format!("must hold {}, not `{given}`", T::NAME));
        }
        if buffer.readonly() {
            return refuse(name, "is read-only; give one that can be written");
        }
        let Some(shape) = shapes.iter().position(|shape| *shape == buffer.shape()) else {
            let wanted: Vec<String> = shapes.iter().map(|shape| in_brackets(shape)).collect();
            let (wanted, given) = (wanted.join(" or "), in_brackets(buffer.shape()));
            return refuse(name, &format!("must have the shape {wanted}, not {given}"));
        };
        let address = buffer.buf_ptr() as usize;
        if !buffer.is_c_contiguous() || !address.is_multiple_of(align_of::<T>()) {
            return refuse(
                name,
                "must be C-contiguous and aligned; numpy.ascontiguousarray makes such a copy",
            );
        }
        Ok(Output {
            name,
            buffer,
            shape,
            item: PhantomData,
        })
    }

    /// Which of the shapes it has.
    pub(crate) fn shape(&self) -> usize {
        self.shape
    }

    /// Name, first byte and end of the memory.
    pub(crate) fn extent(&self) -> (&'static str, usize, usize) {
        let start = self.buffer.buf_ptr() as usize;
        (self.name, start, start + self.buffer.len_bytes())
    }

    /// The numbers. Before this is called for one of several buffers, [`check_apart`] must have found that
    /// they share no memory.
    #[expect(unsafe_code, reason = "the one place; docs/adr/0012")]
    pub(crate) fn numbers(&mut self) -> &mut [T] {
        let len = self.buffer.item_count();
        if len == 0 {
            return &mut [];
        }
        // SAFETY: the buffer is exported to `self.buffer`, so that its memory stays for as long as `self`
        // is borrowed. It is writable, C-contiguous, aligned and has `len` items of the size of T, which
        // is a plain number that any bytes make: all looked at in `of`. The caller has seen to it that no
        // other slice of ours shares the memory. What other threads of Python do with it meanwhile is in
        // their hands, as with every function that NumPy runs without the interpreter's lock.
        unsafe { std::slice::from_raw_parts_mut(self.buffer.buf_ptr().cast::<T>(), len) }
    }
}

/// Refuses buffers that share memory.
pub(crate) fn check_apart(extents: &[(&'static str, usize, usize)]) -> PyResult<()> {
    for (number, (name, start, end)) in extents.iter().enumerate() {
        for (other, other_start, other_end) in extents.iter().skip(number + 1) {
            if start < other_end && other_start < end {
                return refuse(name, &format!("shares memory with `{other}`"));
            }
        }
    }
    Ok(())
}

/// The actions of a caller, copied: what was found legal must stay what is played.
pub(crate) fn actions(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    const NAME: &str = "actions";
    let buffer = get(NAME, object)?;
    if buffer.shape() != [count] {
        let given = in_brackets(buffer.shape());
        return refuse(
            NAME,
            &format!("must have the shape ({count},), not {given}"),
        );
    }
    let (py, is_signed) = (object.py(), is_of(&buffer, b"ilqn"));
    match buffer.item_size() {
        4 if is_signed => {
            let numbers = buffer.into_typed::<i32>()?.to_vec(py)?;
            Ok(numbers.into_iter().map(i64::from).collect())
        }
        8 if is_signed => buffer.into_typed::<i64>()?.to_vec(py),
        _ => {
            let given = buffer.format().to_string_lossy().into_owned();
            refuse(NAME, &format!("must hold int32 or int64, not `{given}`"))
        }
    }
}

fn get(name: &str, object: &Bound<'_, PyAny>) -> PyResult<PyUntypedBuffer> {
    PyUntypedBuffer::get(object).or_else(|_| {
        let sort = object.get_type().name()?.to_string();
        refuse(
            name,
            &format!("must be a buffer, as a NumPy array is, not `{sort}`"),
        )
    })
}

/// Whether the items are of a type, in the byte order of this machine.
fn is_of(buffer: &PyUntypedBuffer, letters: &[u8]) -> bool {
    let native = if cfg!(target_endian = "little") {
        b'<'
    } else {
        b'>'
    };
    match *buffer.format().to_bytes() {
        [letter] => letters.contains(&letter),
        [order, letter] => {
            (order == b'@' || order == b'=' || order == native) && letters.contains(&letter)
        }
        _ => false,
    }
}

fn in_brackets(shape: &[usize]) -> String {
    if let [only] = shape {
        return format!("({only},)");
    }
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("({})", sizes.join(", "))
}

fn refuse<T>(name: &str, why: &str) -> PyResult<T> {
    Err(RulewrightError::new_err(format!("`{name}` {why}")))
}
