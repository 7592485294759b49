//! The reference keeps every promise.

use std::sync::Arc;

use vitalog_storage::MemoryStorage;
use vitalog_storage_contract::{Subject, contract_tests};

contract_tests!(async || Subject::new(Arc::new(MemoryStorage::default())));
