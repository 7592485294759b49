//! A connection on which single requests go wrong as a test wants it.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use aws_smithy_runtime_api::{
    client::{
        http::{
            HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings,
            SharedHttpClient, SharedHttpConnector, http_client_fn,
        },
        orchestrator::{HttpRequest, HttpResponse},
        result::ConnectorError,
    },
    http::StatusCode,
};
use aws_smithy_types::body::SdkBody;
use serde_json::{Value, json};
use tokio::sync::Notify;
use vitalog_storage_dynamodb::testing;

/// What becomes of a request.
#[derive(Clone)]
pub(crate) enum Fault {
    None,
    /// It never leaves.
    Unsent,
    /// It is carried out, and its answer is lost.
    Unanswered,
    /// The table has too much to do.
    Throttled,
    /// It fails for good, with a message that repeats what was sent.
    Refused,
    /// Of its batch nothing is taken.
    Untaken,
    /// It stays on its way until the gate is opened.
    Held(Arc<Gate>),
}

/// Holds one request.
#[derive(Default)]
pub(crate) struct Gate {
    pub(crate) arrived: Notify,
    pub(crate) open: Notify,
}

/// Decides by the number of a request, from 0, and its action.
pub(crate) type Plan = dyn Fn(usize, &str) -> Fault + Send + Sync;

/// A client whose requests go wrong as planned, and the number of those sent so far. It repeats
/// requests only where `retries` says so.
pub(crate) fn client(
    retries: bool,
    plan: impl Fn(usize, &str) -> Fault + Send + Sync + 'static,
) -> (Client, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let plan: Arc<Plan> = Arc::new(plan);
    let inner: SharedHttpClient = aws_smithy_http_client::Builder::new().build_http();
    let http = http_client_fn({
        let count = count.clone();
        move |settings: &HttpConnectorSettings, components| {
            SharedHttpConnector::new(Connector {
                inner: inner.http_connector(settings, components),
                count: count.clone(),
                plan: plan.clone(),
            })
        }
    });
    let mut config = testing::config().http_client(http);
    if !retries {
        config = config.retry_config(RetryConfig::disabled());
    }
    (Client::from_conf(config.build()), count)
}

struct Connector {
    inner: SharedHttpConnector,
    count: Arc<AtomicUsize>,
    plan: Arc<Plan>,
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connector")
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let number = self.count.fetch_add(1, Ordering::SeqCst);
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let action = target.rsplit('.').next().unwrap_or_default();
        let fault = (self.plan)(number, action);
        let inner = self.inner.clone();
        HttpConnectorFuture::new(async move {
            let lost = || Err(ConnectorError::io("cut".into()));
            match fault {
                Fault::None => inner.call(request).await,
                Fault::Unsent => lost(),
                Fault::Unanswered => {
                    inner.call(request).await?;
                    lost()
                }
                Fault::Throttled => Ok(error("ProvisionedThroughputExceededException", "slow")),
                Fault::Refused => {
                    let sent = String::from_utf8_lossy(request.body().bytes().unwrap());
                    Ok(error("ValidationException", &sent))
                }
                Fault::Untaken => {
                    let sent: Value =
                        serde_json::from_slice(request.body().bytes().unwrap()).unwrap();
                    let answer = json!({ "UnprocessedItems": sent["RequestItems"] });
                    Ok(response(200, &answer))
                }
                Fault::Held(gate) => {
                    gate.arrived.notify_one();
                    gate.open.notified().await;
                    inner.call(request).await
                }
            }
        })
    }
}

fn error(code: &str, message: &str) -> HttpResponse {
    let kind = format!("com.amazonaws.dynamodb.v20120810#{code}");
    response(400, &json!({ "__type": kind, "message": message }))
}

fn response(status: u16, body: &Value) -> HttpResponse {
    let status = StatusCode::try_from(status).unwrap();
    HttpResponse::new(status, SdkBody::from(body.to_string()))
}
