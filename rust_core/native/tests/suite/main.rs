//! Both back ends on the small programs of the engine's own tests: equal states, legal actions, draws,
//! results and faults.

#[path = "../../../engine/tests/suite/generated.rs"]
mod generated;
#[path = "../../../engine/tests/suite/programs.rs"]
mod programs;

mod both;
mod draws;
mod faults;
mod games;
mod offers;
mod semantics;
mod sight;
