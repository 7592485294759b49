//! The router: doors, middleware, health.
