//! The HTTP client.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use http::{
    HeaderValue, Request,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, USER_AGENT},
};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::connect::HttpConnector,
    rt::{TokioExecutor, TokioTimer},
};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use secrecy::{ExposeSecret, SecretString};
use url::form_urlencoded;

use super::{Http, HttpError};
use crate::{Auth, RequestBody, VendorReply, VendorRequest};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(12);
/// The longest answer, in bytes: a month of a dense series has some megabytes.
const LONGEST_ANSWER: usize = 32 * 1024 * 1024;
/// How long a connection that nobody uses is kept.
const IDLE: Duration = Duration::from_secs(30);
/// What we are called.
const NAME: &str = concat!("vitalog/", env!("CARGO_PKG_VERSION"));

#[expect(
    clippy::disallowed_types,
    reason = "this is the client that stands behind `Http`"
)]
type Client = hyper_util::client::legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// A client for HTTP/1.1 over TLS (rustls), with the certificates that the machine trusts. Plain
/// HTTP is spoken where an address says so: with a fake, or a proxy of the owner's.
///
/// It is made when it is first used, because most processes never use it.
#[derive(Debug, Default)]
pub struct HttpClient {
    client: OnceLock<Client>,
}

impl HttpClient {
    /// A client that is made when it is first used.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn client(&self) -> Result<&Client, HttpError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let made = make()?;
        Ok(self.client.get_or_init(|| made))
    }
}

#[async_trait]
impl Http for HttpClient {
    async fn send(
        &self,
        request: &VendorRequest,
        bearer: Option<&SecretString>,
    ) -> Result<VendorReply, HttpError> {
        let request = written(request, bearer)?;
        let exchange = async {
            let answer = self.client()?.request(request).await;
            let (head, body) = answer.map_err(|_| HttpError::Unreachable)?.into_parts();
            let body = Limited::new(body, LONGEST_ANSWER).collect().await;
            let body = body.map_err(|error| {
                if error.is::<http_body_util::LengthLimitError>() {
                    HttpError::TooLong
                } else {
                    HttpError::Unreachable
                }
            })?;
            Ok(VendorReply {
                status: head.status.as_u16(),
                headers: head.headers,
                body: body.to_bytes().to_vec(),
            })
        };
        let in_time = tokio::time::timeout(PATIENCE, exchange).await;
        in_time.map_err(|_| HttpError::TimedOut)?
    }
}

fn make() -> Result<Client, HttpError> {
    let mut roots = RootCertStore::empty();
    // One that cannot be read is as good as one that is not there.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|_| HttpError::Unreachable)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = HttpsConnectorBuilder::new()
        .with_tls_config(config)
        .https_or_http()
        .enable_http1()
        .build();
    #[expect(
        clippy::disallowed_types,
        reason = "this is the client that stands behind `Http`"
    )]
    let mut builder = hyper_util::client::legacy::Client::builder(TokioExecutor::new());
    builder
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE);
    Ok(builder.build(connector))
}

/// The request as it goes over the wire.
fn written(
    request: &VendorRequest,
    bearer: Option<&SecretString>,
) -> Result<Request<Full<Bytes>>, HttpError> {
    let mut builder = Request::builder()
        .method(request.method.clone())
        .uri(request.url.as_str())
        .header(USER_AGENT, NAME)
        .header(ACCEPT, "application/json");
    for (name, value) in &request.headers {
        builder = builder.header(name, hidden(value.expose_secret())?);
    }
    if let (Auth::Bearer, Some(token)) = (request.auth, bearer) {
        let value = format!("Bearer {}", token.expose_secret());
        builder = builder.header(AUTHORIZATION, hidden(&value)?);
    }
    let body = match &request.body {
        RequestBody::None => Bytes::new(),
        RequestBody::Json(json) => {
            builder = builder.header(CONTENT_TYPE, "application/json");
            json.expose_secret().to_owned().into()
        }
        RequestBody::Form(fields) => {
            builder = builder.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| (*name, value.expose_secret()));
            let mut form = form_urlencoded::Serializer::new(String::new());
            form.extend_pairs(fields).finish().into()
        }
    };
    builder
        .body(Full::new(body))
        .map_err(|_| HttpError::BadRequest)
}

/// The value of a header that nothing prints.
fn hidden(value: &str) -> Result<HeaderValue, HttpError> {
    let mut value = HeaderValue::from_str(value).map_err(|_| HttpError::BadRequest)?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests;
