//! Machine code kept on disk, so that a program is compiled once on a machine.
//!
//! A file is named after a hash of everything that decides its content: the module, the release of this
//! crate, and what the code generator says about its version, its settings and the machine. It starts with
//! a hash of what follows. A file that is cut off, overwritten or not the user's own counts as none, and
//! whatever goes wrong with the disk is no error: the program is then compiled. docs/adr/0017 has the
//! reasons.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use wasmtime::{Engine, Module};

/// First bytes of a file.
const MAGIC: &[u8; 16] = b"rulewright code\n";
const HASH: usize = 32;
/// Most bytes of a file that is read.
const LARGEST: u64 = 256 << 20;

/// The module from the cache; otherwise compiled, and kept there.
pub(crate) fn module(folder: &Path, engine: &Engine, wasm: &[u8]) -> wasmtime::Result<Module> {
    let path = folder.join(name_of(engine, wasm));
    if let Some(module) = read(&path).and_then(|code| load(engine, &code)) {
        return Ok(module);
    }
    let module = Module::new(engine, wasm)?;
    if let Ok(code) = module.serialize() {
        // Without a place to keep it the next process compiles again.
        let _ = write(&path, &code);
    }
    Ok(module)
}

fn name_of(engine: &Engine, wasm: &[u8]) -> String {
    let mut machine = DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut machine);
    let mut all = Sha256::new();
    all.update(env!("CARGO_PKG_VERSION").as_bytes());
    all.update(machine.finish().to_le_bytes());
    all.update(wasm);
    format!("{:x}.code", all.finalize())
}

/// The code in a file, if it is whole and nobody else could have written it.
fn read(path: &Path) -> Option<Vec<u8>> {
    let about = fs::symlink_metadata(path).ok()?;
    if !about.is_file() || about.len() > LARGEST || !is_own(path, &about) {
        return None;
    }
    let mut bytes = fs::read(path).ok()?;
    let rest = bytes.strip_prefix(MAGIC)?;
    let (hash, code) = rest.split_at_checked(HASH)?;
    if Sha256::digest(code).as_slice() != hash {
        return None;
    }
    // What is used stays longest when room is made.
    let file = fs::OpenOptions::new().write(true).open(path);
    let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
    Some(bytes.split_off(MAGIC.len() + HASH))
}

/// Whether a file and its folder have one owner, and only he may write there.
#[cfg(unix)]
fn is_own(path: &Path, about: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let folder = path.parent().and_then(|folder| fs::metadata(folder).ok());
    folder.is_some_and(|folder| {
        let others = 0o022;
        about.uid() == folder.uid() && about.mode() & others == 0 && folder.mode() & others == 0
    })
}

/// The folder of a user's cache is his own there by the system's rules.
#[cfg(not(unix))]
fn is_own(_: &Path, _: &fs::Metadata) -> bool {
    true
}

#[expect(unsafe_code, reason = "the one place; docs/adr/0017")]
fn load(engine: &Engine, code: &[u8]) -> Option<Module> {
    // SAFETY: wasmtime asks for bytes that `Module::serialize` gave. `read` has found the hash that `write`
    // put before such bytes, in a file that only its owner can write, in a folder of the same owner: whoever
    // can forge it can already act as the user. Another release, other settings or another machine have
    // another name, and wasmtime looks for them once more.
    unsafe { Module::deserialize(engine, code) }.ok()
}

/// Writes a file under another name first, so that nobody ever sees a part of it.
fn write(path: &Path, code: &[u8]) -> std::io::Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let other = path.with_extension(format!("{}-{number}.part", std::process::id()));
    let done = write_new(&other, code).and_then(|()| fs::rename(&other, path));
    if done.is_err() {
        let _ = fs::remove_file(&other);
    }
    done
}

fn write_new(path: &PathBuf, code: &[u8]) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(MAGIC)?;
    file.write_all(&Sha256::digest(code))?;
    file.write_all(code)
}
