//! TLS to the server, by rustls.

mod verifier;

use std::{io, path::Path, pin::Pin, sync::Arc};

use rustls::{
    ClientConfig, RootCertStore,
    client::{WebPkiServerVerifier, danger::ServerCertVerifier},
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;

use crate::OpenError;
use verifier::{AnyCertificate, AnyName};

/// How far a server has to prove that it is the right one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// Not at all: what is sent can't be read on the way, but whoever answers may read it.
    Anyone,
    /// Its certificate is by an authority that is trusted, for whatever name.
    Issuer,
    /// Its certificate is by an authority that is trusted, for the name that was asked for.
    IssuerAndName,
}

/// Makes TLS connections.
#[derive(Clone)]
pub(crate) struct Connector {
    config: Arc<ClientConfig>,
}

impl Connector {
    /// Trusts the authorities of a file, else those of the operating system.
    pub(crate) fn new(trust: Trust, roots: Option<&Path>) -> Result<Self, OpenError> {
        let provider = Arc::new(ring::default_provider());
        let verifier = verifier(trust, roots, &provider)?;
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| OpenError::Failed(error.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        Ok(Self {
            config: Arc::new(config),
        })
    }
}

fn verifier(
    trust: Trust,
    roots: Option<&Path>,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<dyn ServerCertVerifier>, OpenError> {
    if trust == Trust::Anyone {
        return Ok(Arc::new(AnyCertificate::new(provider.clone())));
    }
    let roots = match roots {
        // libpq's word for the authorities of the operating system.
        Some(path) if path != Path::new("system") => roots_of_file(path)?,
        Some(_) | None => roots_of_system()?,
    };
    let checks = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone())
        .build()
        .map_err(|error| OpenError::Certificates(error.to_string()))?;
    Ok(if trust == Trust::Issuer {
        Arc::new(AnyName::new(checks))
    } else {
        checks
    })
}

fn roots_of_file(path: &Path) -> Result<RootCertStore, OpenError> {
    let unusable = |why: &dyn std::fmt::Display| {
        OpenError::Certificates(format!("sslrootcert {}: {why}", path.display()))
    };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path).map_err(|error| unusable(&error))? {
        let certificate = certificate.map_err(|error| unusable(&error))?;
        roots.add(certificate).map_err(|error| unusable(&error))?;
    }
    if roots.is_empty() {
        return Err(unusable(&"it holds no certificate"));
    }
    Ok(roots)
}

fn roots_of_system() -> Result<RootCertStore, OpenError> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    // Systems carry a few certificates that nothing but they can read.
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        return Err(OpenError::Certificates(
            "the operating system has none; name a file with sslrootcert".to_owned(),
        ));
    }
    Ok(roots)
}

impl<S> MakeTlsConnect<S> for Connector
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Stream<S>;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        Ok(Handshake {
            connector: TlsConnector::from(self.config.clone()),
            name,
        })
    }
}

/// The start of one connection.
pub(crate) struct Handshake {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl<S> TlsConnect<S> for Handshake
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Stream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let stream = self.connector.connect(self.name, stream).await?;
            Ok(Stream(stream))
        })
    }
}

/// A connection that is encrypted.
pub(crate) struct Stream<S>(tokio_rustls::client::TlsStream<S>);

impl<S> TlsStream for Stream<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    /// Who checks the server's certificate does not need it, and who does not check it gains
    /// nothing against a server that does not ask for it.
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S> AsyncRead for Stream<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> std::task::Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S> AsyncWrite for Stream<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
        bytes: &[u8],
    ) -> std::task::Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
