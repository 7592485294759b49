//! An answer is worked out once, until something changes.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use serde_json::json;
use vitalog_core::Metric;
use vitalog_storage::{Retry, StorageError};
use vitalog_storage_contract::{Hook, Hooked, Operation};

use crate::support::{LEGACY, Post, Server, mcp_over, principal};

/// Counts what is asked of storage, and fails while it is told to.
#[derive(Default)]
struct Count {
    asked: AtomicUsize,
    fails: AtomicBool,
}

#[async_trait]
impl Hook for Count {
    async fn before(&self, operation: Operation) -> Result<(), StorageError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if !self.fails.load(Ordering::SeqCst) {
            return Ok(());
        }
        Err(StorageError {
            operation: operation.name,
            retry: Retry::Later,
            source: "told to fail".into(),
        })
    }
}

struct Counted {
    server: Server,
    storage: Arc<Hooked<Count>>,
}

impl Counted {
    fn new() -> Self {
        let storage = Arc::new(Hooked::new(Count::default()));
        Self {
            server: Server {
                mcp: mcp_over(storage.clone(), Duration::from_secs(30)),
                storage: storage.inner.clone(),
                principal: principal(),
            },
            storage,
        }
    }

    /// Whether storage was read for an answer, and the answer.
    async fn asks(&self, post: Post) -> (bool, String) {
        let before = self.storage.hook.asked.load(Ordering::SeqCst);
        let answer = self.server.send(post).await;
        let after = self.storage.hook.asked.load(Ordering::SeqCst);
        (after > before, answer.text)
    }
}

fn weights(id: u32) -> Post {
    let params = json!({"name": "get_health_metrics", "arguments": {"metric": "weight"}});
    let mut post = Post::modern("tools/call", params);
    post.body = post.body.replace(r#""id":1,"#, &format!(r#""id":{id},"#));
    post
}

#[tokio::test]
async fn same_question_is_answered_the_same_to_the_byte_without_reading() {
    let counted = Counted::new();
    let at = "2026-10-07T08:00:00-07:00";
    counted.server.put(Metric::Weight, &[(at, 181.5)]).await;
    let (has_read, first) = counted.asks(weights(1)).await;
    assert!(has_read && first.contains("181.5"));
    assert_eq!(counted.asks(weights(1)).await, (false, first.clone()));

    // Each under its own id.
    let (has_read, other) = counted.asks(weights(77)).await;
    assert!(!has_read);
    assert_eq!(other, first.replacen(r#""id":1,"#, r#""id":77,"#, 1));
}

#[tokio::test]
async fn change_by_anyone_is_in_the_next_answer() {
    let counted = Counted::new();
    for (hour, pounds) in [("08", 181.5), ("09", 182.5), ("10", 183.5)] {
        let at = format!("2026-10-07T{hour}:00:00-07:00");
        // Past the server, as another process writes.
        counted.server.put(Metric::Weight, &[(&at, pounds)]).await;
        let (has_read, answer) = counted.asks(weights(1)).await;
        assert!(has_read && answer.contains(&pounds.to_string()), "{answer}");
        assert!(!counted.asks(weights(1)).await.0);
    }
}

#[tokio::test]
async fn another_question_form_or_account_is_answered_by_itself() {
    let counted = Counted::new();
    counted.asks(weights(1)).await;
    let params = json!({"name": "get_health_metrics", "arguments": {"metric": "waist"}});
    let legacy = json!({"name": "get_health_metrics", "arguments": {"metric": "weight"}});
    for post in [
        Post::modern("tools/call", params),
        Post::legacy(LEGACY, "tools/call", legacy),
    ] {
        assert!(counted.asks(post.clone()).await.0);
        assert!(!counted.asks(post).await.0);
    }
    let mut other = counted;
    other.server.principal.account.units = vitalog_core::UnitSystem::Metric;
    assert!(other.asks(weights(1)).await.0);
}

#[tokio::test]
async fn error_is_no_answer_to_the_next_question() {
    let counted = Counted::new();
    counted.storage.hook.fails.store(true, Ordering::SeqCst);
    let (_, failed) = counted.asks(weights(1)).await;
    assert!(failed.contains(r#""isError":true"#), "{failed}");
    counted.storage.hook.fails.store(false, Ordering::SeqCst);
    let (has_read, answer) = counted.asks(weights(1)).await;
    assert!(
        has_read && answer.contains(r#""isError":false"#),
        "{answer}"
    );
}

#[tokio::test]
async fn writes_are_done_each_time() {
    let counted = Counted::new();
    let write = json!({"name": "log_reading", "arguments": {
        "metric": "glucose", "value": 90, "unit": "mg/dL", "timestamp": "2026-10-07T08:00:00",
    }});
    for _ in 0..2 {
        let (has_asked, answer) = counted
            .asks(Post::modern("tools/call", write.clone()))
            .await;
        assert!(
            has_asked && answer.contains(r#""isError":false"#),
            "{answer}"
        );
    }
}
