//! The rules page, statement by statement: every test names the id that it proves.

mod build_produce_trade;
mod captain;
mod scoring;
mod settler_and_mayor;
mod table;
