//! The queue of the messages.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use aws_sdk_sqs::{Client, config::Builder};
use jiff::{SignedDuration, Timestamp};
use vitalog_core::Clock;
use vitalog_storage::{ClaimedJob, Claiming, JobStore, StorageError, WakeUps};

use super::message::WakeUp;
use crate::{
    error::Failure,
    table::{retries, waits},
};

/// The longest time for which SQS holds a message back. Whoever is woken then and finds that it is
/// too early sends another.
const LONGEST_DELAY: i64 = 900;
/// The most messages of one answer; SQS gives no more.
const MOST_MESSAGES: i32 = 10;
/// The longest wait for a message: less than what an answer may take.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The same waits and retries as for the table.
#[must_use]
pub fn tuned_for_sqs(builder: Builder) -> Builder {
    builder.retry_config(retries()).timeout_config(waits())
}

/// Wakes workers by messages of an SQS queue of the standard kind.
pub struct SqsWakeUps {
    client: Client,
    url: String,
    clock: Arc<dyn Clock>,
}

/// A wake-up that was received, and that others are given again after a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// What it says.
    pub wake_up: WakeUp,
    receipt: String,
}

impl SqsWakeUps {
    /// Those of the queue at a URL.
    #[must_use]
    pub fn new(client: Client, url: String, clock: Arc<dyn Clock>) -> Self {
        Self { client, url, clock }
    }

    /// Claims the job that a wake-up is about. If there is none to be worked at, the wake-up is
    /// answered: nobody needs it, or another comes when the job is free.
    ///
    /// # Errors
    ///
    /// When a store can't be asked. The wake-up is not answered then.
    pub async fn claim(
        &self,
        jobs: &dyn JobStore,
        wake_up: &WakeUp,
        lease: SignedDuration,
    ) -> Result<Option<ClaimedJob>, StorageError> {
        let WakeUp { queue, id } = wake_up;
        let now = self.clock.now();
        let lease_until = now.checked_add(lease).unwrap_or(Timestamp::MAX);
        match jobs.claim_job(queue, id, now, lease_until).await? {
            Claiming::Claimed(job) => return Ok(Some(job)),
            Claiming::NotBefore(at) => self.wake(queue, id, at).await?,
            Claiming::Nothing => {}
        }
        Ok(None)
    }

    /// Waits a few seconds for wake-ups, which nobody else gets for the time `held`. That has to
    /// be longer than the lease of a job. On Lambda this is done by the service.
    ///
    /// # Errors
    ///
    /// When the queue can't be read.
    pub async fn receive(&self, held: Duration) -> Result<Vec<Received>, StorageError> {
        let seconds = |time: Duration| i32::try_from(time.as_secs()).unwrap_or(i32::MAX);
        let answer = self
            .client
            .receive_message()
            .queue_url(&self.url)
            .max_number_of_messages(MOST_MESSAGES)
            .wait_time_seconds(seconds(LONGEST_WAIT))
            .visibility_timeout(seconds(held))
            .send()
            .await
            .map_err(|error| failed("receive", Failure::of("ReceiveMessage", &error)))?;
        let received = answer.messages.unwrap_or_default().into_iter();
        // What is none is left to the queue, which has a place for dead letters.
        let received = received.filter_map(|message| {
            Some(Received {
                wake_up: WakeUp::parse(&message.body?)?,
                receipt: message.receipt_handle?,
            })
        });
        Ok(received.collect())
    }

    /// Deletes a wake-up that was answered.
    ///
    /// # Errors
    ///
    /// When it can't be deleted. It is received again then, which does no harm.
    pub async fn done(&self, received: &Received) -> Result<(), StorageError> {
        self.client
            .delete_message()
            .queue_url(&self.url)
            .receipt_handle(&received.receipt)
            .send()
            .await
            .map_err(|error| failed("done", Failure::of("DeleteMessage", &error)))?;
        Ok(())
    }

    /// Seconds until an instant, as far as SQS goes; none, if it is past.
    fn delay(&self, at: Timestamp) -> i32 {
        let wait = at.duration_since(self.clock.now());
        let seconds = wait.as_secs() + i64::from(wait.subsec_nanos() > 0);
        i32::try_from(seconds.clamp(0, LONGEST_DELAY)).unwrap_or(0)
    }
}

#[async_trait]
impl WakeUps for SqsWakeUps {
    async fn wake(&self, queue: &str, id: &str, at: Timestamp) -> Result<(), StorageError> {
        let wake_up = WakeUp {
            queue: queue.to_owned(),
            id: id.to_owned(),
        };
        self.client
            .send_message()
            .queue_url(&self.url)
            .message_body(wake_up.body())
            .delay_seconds(self.delay(at))
            .send()
            .await
            .map_err(|error| failed("wake", Failure::of("SendMessage", &error)))?;
        Ok(())
    }
}

fn failed(operation: &'static str, failure: Failure) -> StorageError {
    failure.into_storage_error(operation)
}
