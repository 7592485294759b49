//! The one list of variables. Reading, the settings file's keys, `vitalog config` and the
//! reference page derive from it.

/// What stands when nobody says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fallback {
    /// This text, read like any other value.
    Text(&'static str),
    /// Worked out at start; the text says how.
    Derived(&'static str),
    /// Nothing: the setting is off or empty.
    Unset,
}

/// One variable and the setting it sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name in the environment.
    pub name: &'static str,
    /// Other names that are read when the first is not set.
    pub also: &'static [&'static str],
    /// The setting, as `section.key`; in the settings file the section is a table.
    pub setting: &'static str,
    /// Whether the settings file may hold it.
    pub in_file: bool,
    /// Whether it is a secret: masked when shown, and read from the file that the variable with
    /// `_FILE` at its end names.
    pub secret: bool,
    /// What stands when nobody says otherwise.
    pub default: Fallback,
    /// What a value must look like; completes "it must be …".
    pub form: &'static str,
    /// What it does, in one or two sentences.
    pub help: &'static str,
}

impl Variable {
    /// The row of a setting.
    #[must_use]
    pub fn of(setting: &str) -> Option<&'static Self> {
        VARIABLES.iter().find(|row| row.setting == setting)
    }

    /// The variable that names a file holding the value, for a secret.
    #[must_use]
    pub fn file_twin(&self) -> Option<String> {
        self.secret.then(|| format!("{}_FILE", self.name))
    }
}

/// What most rows have in common.
const ROW: Variable = Variable {
    name: "",
    also: &[],
    setting: "",
    in_file: true,
    secret: false,
    default: Fallback::Unset,
    form: "",
    help: "",
};

/// Every variable, in the order in which they are shown.
pub const VARIABLES: &[Variable] = &[
    Variable {
        name: "VITALOG_DATA",
        setting: "data",
        in_file: false,
        default: Fallback::Derived("`vitalog` in the platform's folder for application data"),
        form: "a folder",
        help: "The folder that holds the database, its key and the settings file.",
        ..ROW
    },
    Variable {
        name: "VITALOG_SERVER__LISTEN",
        setting: "server.listen",
        default: Fallback::Text("127.0.0.1:8787"),
        form: "an address and a port, like 127.0.0.1:8787",
        help: "Where the server listens. Port 0 takes a free one and says which.",
        ..ROW
    },
    Variable {
        name: "VITALOG_SERVER__PUBLIC_URL",
        setting: "server.public_url",
        form: "an http or https URL without user, query or fragment, like https://vitalog.example.org",
        help: "The address under which phones and chat apps reach the server. Printed URLs start \
               with it, and its host is an accepted one.",
        ..ROW
    },
    Variable {
        name: "VITALOG_SERVER__ALLOWED_ORIGINS",
        setting: "server.allowed_origins",
        form: "origins separated by commas, like https://inspector.example.org, http://localhost:6274",
        help: "Web pages that may call the server from a browser. Every other request that carries \
               an Origin is refused.",
        ..ROW
    },
    Variable {
        name: "VITALOG_SERVER__ALLOWED_HOSTS",
        setting: "server.allowed_hosts",
        form: "host names separated by commas, like vitalog.example.org",
        help: "Host names the server answers to besides loopback, plain addresses and the public \
               URL's host.",
        ..ROW
    },
    Variable {
        name: "VITALOG_SERVER__WORKER",
        setting: "server.worker",
        default: Fallback::Text("true"),
        form: "true or false",
        help: "Whether the server asks vendors by itself: what is due, history, and what their events are about. Where several serve one record they share the work, and it is enough if one does it.",
        ..ROW
    },
    Variable {
        name: "VITALOG_SERVER__TRUSTED_PROXIES",
        setting: "server.trusted_proxies",
        form: "addresses or networks separated by commas, like 127.0.0.1, 10.0.0.0/8, fd00::/8",
        help: "Proxies whose X-Forwarded-For is believed, so that limits count the address of whoever asked \
               and not the proxy's.",
        ..ROW
    },
    Variable {
        name: "VITALOG_STORAGE__URL",
        setting: "storage.url",
        default: Fallback::Derived("sqlite:vitalog.db in the data folder"),
        form: "a storage URL, like sqlite:/var/lib/vitalog/vitalog.db, \
               postgres://ROLE@HOST/DATABASE or dynamodb://TABLE?region=eu-central-1",
        help: "Where the record is kept. What stands before the colon picks the engine.",
        ..ROW
    },
    Variable {
        name: "VITALOG_STORAGE__KEY",
        setting: "storage.key",
        secret: true,
        default: Fallback::Derived("read from vitalog.key in the data folder"),
        form: "64 hexadecimal digits",
        help: "The key the database is encrypted with. Keep a copy apart from the database: nothing else \
               opens it.",
        ..ROW
    },
    Variable {
        name: "VITALOG_STORAGE__PASSWORD",
        setting: "storage.password",
        secret: true,
        form: "the password of the role that the storage URL names",
        help: "The password for a PostgreSQL server, where the storage URL holds none. An SQLite file \
               has a key instead.",
        ..ROW
    },
    Variable {
        name: "VITALOG_STORAGE__CONNECTIONS",
        setting: "storage.connections",
        default: Fallback::Text("10"),
        form: "a number from 2 to 500",
        help: "How many connections to a PostgreSQL server each process opens at most. They are opened \
               when they are needed and kept.",
        ..ROW
    },
    Variable {
        name: "VITALOG_ACCESS__PATH_DOOR",
        setting: "access.path_door",
        default: Fallback::Text("true"),
        form: "true or false",
        help: "Whether a chat app may connect by the URL that ends in the path secret.",
        ..ROW
    },
    Variable {
        name: "VITALOG_ACCESS__SEAL_KEY",
        setting: "access.seal_key",
        secret: true,
        default: Fallback::Derived("read from vitalog-seal.key in the data folder"),
        form: "64 hexadecimal digits",
        help: "The key that vendors' tokens are sealed with in the record. Machines that share a record need the same one.",
        ..ROW
    },
    Variable {
        name: "VITALOG_TIMEZONE",
        also: &["USER_TZ"],
        setting: "account.timezone",
        default: Fallback::Derived("the machine's own zone"),
        form: "a time zone's name, like America/Los_Angeles",
        help: "The zone that cuts the days of the first account, `me`, which is made with it. While it \
               is set, it wins over `vitalog account set`, and no command stores it: without it, what \
               was set there holds again. Other accounts have only that.",
        ..ROW
    },
    Variable {
        name: "VITALOG_ACCOUNT__UNITS",
        setting: "account.units",
        default: Fallback::Text("us"),
        form: "us or metric",
        help: "The units in which the first account sees weight and lean mass (lb or kg) and waist (in \
               or cm). Everything else keeps its unit. While it is set, it wins over `vitalog account \
               set`.",
        ..ROW
    },
    Variable {
        name: "VITALOG_NET_CARBS_SWITCHOVER",
        setting: "account.net_carbs_switchover",
        default: Fallback::Derived("2026-09-29T15:44:00-07:00, and answers say that it is not set"),
        form: "an instant like 2026-09-29T15:44:00-07:00, always, or never",
        help: "From when on the first account's carbohydrates are totals, from which fiber is \
               subtracted; before it they are net already. While it is set, it wins over `vitalog \
               account set`.",
        ..ROW
    },
    Variable {
        name: "VITALOG_INGEST__MAX_BYTES",
        setting: "ingest.max_bytes",
        default: Fallback::Text("6291456"),
        form: "a number of bytes from 1024 to 1073741824",
        help: "The largest push that is taken, in bytes, both as it is sent and unpacked.",
        ..ROW
    },
    Variable {
        name: "VITALOG_LIMITS__PER_MINUTE",
        setting: "limits.per_minute",
        default: Fallback::Text("120"),
        form: "a number; 0 is no limit",
        help: "Requests that a token, or the path secret, may make in a minute. Each process counts for itself.",
        ..ROW
    },
    Variable {
        name: "VITALOG_LIMITS__PER_DAY",
        setting: "limits.per_day",
        default: Fallback::Text("5000"),
        form: "a number; 0 is no limit",
        help: "Requests that a token, or the path secret, may make in a day.",
        ..ROW
    },
    Variable {
        name: "VITALOG_LIMITS__ANONYMOUS_PER_MINUTE",
        setting: "limits.anonymous_per_minute",
        default: Fallback::Text("30"),
        form: "a number; 0 is no limit",
        help: "Requests in a minute that an address may make without a credential that fits.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__CLIENT_ID",
        setting: "oura.client_id",
        form: "the client id of your Oura app",
        help: "The app that people allow to read their Oura data. Without it Oura is not asked.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__CLIENT_SECRET",
        setting: "oura.client_secret",
        secret: true,
        form: "the client secret of your Oura app",
        help: "The secret of that app. Oura signs its events with it, too.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__WEBHOOK_SECRET",
        setting: "oura.webhook_secret",
        secret: true,
        form: "a text of your own choice, at least 8 characters long",
        help: "What Oura has to say when it asks whether events may be sent here: the verification token of `vitalog webhook create oura`.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__REDIRECT_URI",
        setting: "oura.redirect_uri",
        default: Fallback::Text("http://localhost:8787/callback"),
        form: "an http or https URL",
        help: "Where a person comes back to from Oura, exactly as the app has it. `vitalog connect oura` listens there if it is on this machine.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__API_URL",
        setting: "oura.api_url",
        default: Fallback::Text("https://api.ouraring.com"),
        form: "an http or https URL",
        help: "What stands before /v2/usercollection in the addresses of Oura's data.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__AUTHORIZE_URL",
        setting: "oura.authorize_url",
        default: Fallback::Text("https://moi.ouraring.com/oauth/v2/ext/oauth-authorize"),
        form: "an http or https URL",
        help: "Where a person is sent to allow it.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__TOKEN_URL",
        setting: "oura.token_url",
        default: Fallback::Text("https://moi.ouraring.com/oauth/v2/ext/oauth-token"),
        form: "an http or https URL",
        help: "Where codes and refresh tokens are traded.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__LEGACY_AUTHORIZE_URL",
        setting: "oura.legacy_authorize_url",
        default: Fallback::Text("https://cloud.ouraring.com/oauth/authorize"),
        form: "an http or https URL",
        help: "The same for an app made on Oura's old portal, with `vitalog connect oura --legacy`.",
        ..ROW
    },
    Variable {
        name: "VITALOG_OURA__LEGACY_TOKEN_URL",
        setting: "oura.legacy_token_url",
        default: Fallback::Text("https://api.ouraring.com/oauth/token"),
        form: "an http or https URL",
        help: "Where such an app's codes and refresh tokens are traded.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WHOOP__CLIENT_ID",
        setting: "whoop.client_id",
        form: "the client id of your WHOOP app",
        help: "The app that people allow to read their WHOOP data. Without it WHOOP is not asked.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WHOOP__CLIENT_SECRET",
        setting: "whoop.client_secret",
        secret: true,
        form: "the client secret of your WHOOP app",
        help: "The secret of that app. WHOOP signs its events with it, too.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WHOOP__REDIRECT_URI",
        setting: "whoop.redirect_uri",
        default: Fallback::Derived("the public URL's /connect/whoop/callback"),
        form: "an https URL, or one that begins with whoop://",
        help: "Where a person comes back to from WHOOP, exactly as the app has it.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WHOOP__API_URL",
        setting: "whoop.api_url",
        default: Fallback::Text("https://api.prod.whoop.com/developer"),
        form: "an http or https URL",
        help: "What stands before /v2 in the addresses of WHOOP's data.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WHOOP__AUTHORIZE_URL",
        setting: "whoop.authorize_url",
        default: Fallback::Text("https://api.prod.whoop.com/oauth/oauth2/auth"),
        form: "an http or https URL",
        help: "Where a person is sent to allow it.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WHOOP__TOKEN_URL",
        setting: "whoop.token_url",
        default: Fallback::Text("https://api.prod.whoop.com/oauth/oauth2/token"),
        form: "an http or https URL",
        help: "Where codes and refresh tokens are traded.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WEATHER__API_URL",
        setting: "weather.api_url",
        default: Fallback::Text("https://api.open-meteo.com"),
        form: "an http or https URL",
        help: "What stands before the path of forecasts, and before that of the archive unless that has its own. Asked only for accounts that have a place.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WEATHER__ARCHIVE_URL",
        setting: "weather.archive_url",
        default: Fallback::Derived(
            "https://archive-api.open-meteo.com, or the API URL where that one is set",
        ),
        form: "an http or https URL",
        help: "What stands before the path of the archive, which has the days of long ago.",
        ..ROW
    },
    Variable {
        name: "VITALOG_WEATHER__API_KEY",
        setting: "weather.api_key",
        secret: true,
        form: "a key of Open-Meteo",
        help: "The key of a commercial plan. The free service needs none.",
        ..ROW
    },
    Variable {
        name: "VITALOG_LOG__LEVEL",
        setting: "log.level",
        default: Fallback::Text("info"),
        form: "error, warn, info, debug or trace",
        help: "How much is logged. Health values and secrets are logged at no level.",
        ..ROW
    },
    Variable {
        name: "VITALOG_LOG__FORMAT",
        setting: "log.format",
        default: Fallback::Text("text"),
        form: "text or json",
        help: "How a log line is written.",
        ..ROW
    },
    Variable {
        name: "VITALOG_MCP__TOOLSETS",
        setting: "mcp.toolsets",
        default: Fallback::Derived("record, insight and relay over HTTP; all four over stdio"),
        form: "toolset names separated by commas, like record,insight",
        help: "The tools that a connection sees unless its URL or command says otherwise. The reference \
               of tools names the toolsets.",
        ..ROW
    },
    Variable {
        name: "DATABASE_URL",
        setting: "stdio.database",
        in_file: false,
        form: "a storage URL, like sqlite:/var/lib/vitalog/vitalog.db or dynamodb://TABLE?region=eu-central-1",
        help: "Where the record is kept, for `vitalog stdio` alone and only when nothing else names the \
               storage.",
        ..ROW
    },
    Variable {
        name: "HEALTHKIT_USER_ID",
        setting: "stdio.account",
        in_file: false,
        form: "an account's name",
        help: "Whose record `vitalog stdio` answers from, when `--account` does not name it. No other \
               command reads it.",
        ..ROW
    },
];

#[cfg(test)]
mod tests;
