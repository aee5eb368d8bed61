//! Behaviour of the engine, shown on small programs in the text form.

mod actions;
mod bytes;
mod chance;
mod faults;
mod forms;
mod generated;
mod joined;
mod observe;
mod play;
mod playouts;
mod programs;
mod semantics;
