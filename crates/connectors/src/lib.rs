//! Vendors: their words in, our words out.
