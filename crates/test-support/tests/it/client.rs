//! Sends the requests of connectors, one after another.

use http::HeaderMap;
use secrecy::ExposeSecret;
use ureq::Agent;
use vitalog_connectors::{Auth, RequestBody, VendorReply, VendorRequest};

/// Sends a request, with an access token where it wants one.
pub(crate) async fn send(request: VendorRequest, access: &str) -> VendorReply {
    let access = access.to_owned();
    tokio::task::spawn_blocking(move || send_now(&request, &access))
        .await
        .unwrap()
}

fn send_now(request: &VendorRequest, access: &str) -> VendorReply {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false);
    let agent: Agent = config.build().into();
    let mut asked = http::Request::builder()
        .method(request.method.clone())
        .uri(request.url.as_str());
    for (name, value) in &request.headers {
        asked = asked.header(name, value.expose_secret());
    }
    if request.auth == Auth::Bearer {
        asked = asked.header("authorization", format!("Bearer {access}"));
    }
    let body = match &request.body {
        RequestBody::Form(fields) => {
            asked = asked.header("content-type", "application/x-www-form-urlencoded");
            let mut form = url::form_urlencoded::Serializer::new(String::new());
            for (name, value) in fields {
                form.append_pair(name, value.expose_secret());
            }
            form.finish()
        }
        RequestBody::None => String::new(),
        RequestBody::Json(text) => text.expose_secret().to_owned(),
    };
    let mut answer = agent.run(asked.body(body).unwrap()).unwrap();
    let headers: HeaderMap = answer.headers().clone();
    VendorReply {
        status: answer.status().as_u16(),
        headers,
        body: answer.body_mut().read_to_vec().unwrap(),
    }
}
