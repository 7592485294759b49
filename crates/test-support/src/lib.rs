//! A running application for tests.
