//! What a person comes for, in the real window and in a browser: the same steps on both.

mod browser;
mod first_hour;
mod steps;
mod window;
