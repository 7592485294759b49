//! The reference keeps every promise, and so does the double that is made of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod hooked;

use std::sync::Arc;

use vitalog_storage::MemoryStorage;
use vitalog_storage_contract::{Subject, contract_tests};

contract_tests!(async || Subject::new(Arc::new(MemoryStorage::default())));
