//! Command line, and the order of starting; nothing else.

use std::{
    ffi::{OsStr, OsString},
    io::IsTerminal,
    path::PathBuf,
    process::ExitCode,
};

use clap::{CommandFactory, Parser, Subcommand};
use ksmart::app::App;
use ksmart_foundation::{
    config::{self, Config},
    ids::PeriodId,
    telemetry,
};
use ksmart_members::{accounts, bonuses};
use ksmart_ops::{
    backup, demo, health, integrity, jobs,
    serving::{self, Timeouts},
};
use ksmart_shop::shipping;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// K-Smart, an online shop for network-marketing companies.
#[derive(Parser)]
#[command(version, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    config: Config,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Migrates the database, then serves the shop; on SIGTERM it finishes the current requests.
    Serve,
    /// Fills an empty database with the demo shop; a repeated run changes nothing.
    Demo,
    /// Creates or promotes an administrator; the password comes from KSMART_ADMIN_PASSWORD or a prompt.
    Admin {
        /// E-mail address of the account.
        #[arg(long)]
        email: String,
        /// Removes the second factors of the account instead, if its administrator has lost them.
        #[arg(long)]
        reset_factors: bool,
    },
    /// Requests a page from the server that listens at LISTEN; exits with 1 if it does not answer within 5 seconds.
    Health,
    /// Reads the database and reports whether all required rules hold; exits with 1 if something is broken.
    Check,
    /// Writes the whole shop, database and pictures, into one file, even while it is served. Keep it safe: it contains
    /// the keys of sessions.
    Backup {
        /// File of the backup; it appears under its name when it is complete. An existing file is not replaced.
        file: PathBuf,
        /// Replaces an existing file of that name with the backup.
        #[arg(long)]
        overwrite: bool,
        /// Encrypts the backup for this recipient instead of the one in BACKUP_RECIPIENT.
        #[arg(long, value_parser = config::recipient("--recipient"))]
        recipient: Option<config::Recipient>,
    },
    /// Restores the content of a backup into an empty database (of either kind) and an empty storage.
    Restore {
        /// The backup.
        file: PathBuf,
        /// File with the private key (age identity) that decrypts the backup.
        #[arg(long, value_name = "FILE")]
        identity: Option<PathBuf>,
    },
    /// Restores a backup into a temporary database and storage, and reports whether all required rules hold.
    Rehearse {
        /// The backup.
        file: PathBuf,
        /// File with the private key (age identity) that decrypts the backup.
        #[arg(long, value_name = "FILE")]
        identity: Option<PathBuf>,
    },
    /// Works on a BV period.
    #[command(subcommand)]
    Period(PeriodCommand),
    /// Prints the OpenAPI document of every route.
    Openapi,
}

#[derive(Subcommand)]
enum PeriodCommand {
    /// Allocates the points of a period that is over, calculates its bonuses, and closes it; a repeated run changes
    /// nothing.
    Calculate {
        /// Key of the period, as /api/bv-periods shows it.
        id: i64,
    },
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(sentence) => {
            eprintln!("ksmart: {sentence}");
            return ExitCode::from(2);
        }
    };
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    telemetry::start();
    let runtime = tokio::runtime::Runtime::new().expect("the runtime starts");
    match runtime.block_on(run(cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("ksmart: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the program's arguments, with secrets from files: `NAME_FILE` can name a file for each setting whose value
/// `--help` hides.
fn arguments() -> Result<Vec<OsString>, String> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let command = Cli::command();
    for secret in command.get_arguments().filter(|argument| argument.is_hide_env_values_set()) {
        let (Some(name), Some(flag)) = (secret.get_env().and_then(OsStr::to_str), secret.get_long()) else { continue };
        if std::env::var_os(format!("{name}_FILE")).is_some()
            && let Some(value) = config::secret(name)?
        {
            arguments.insert(1, format!("--{flag}={value}").into());
        }
    }
    Ok(arguments)
}

/// Prints clap's message unchanged, but for an invalid value only the reason, in one line.
fn refused(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    match error.kind() {
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            // Only the reason is printed: the value itself may be a secret.
            let reason = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
            eprintln!("ksmart: {}", reason.lines().next().unwrap_or_default());
            ExitCode::from(2)
        }
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            print!("{error}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{error}");
            ExitCode::from(2)
        }
    }
}

async fn run(cli: Cli) -> Result<(), String> {
    let config = cli.config;
    match cli.command {
        Command::Serve => serve(&config).await,
        Command::Demo => {
            let app = App::open(&config, config.listen).await?;
            let outcome = demo::fill(&app.demo()).await;
            app.db.close().await;
            println!("{}", outcome?);
            Ok(())
        }
        Command::Admin { email, reset_factors: true } => {
            let app = App::open(&config, config.listen).await?;
            let outcome = accounts::admin::reset_factors(&app.db, &app.clock, &email).await;
            app.db.close().await;
            outcome?;
            println!("{email} logs in without a second factor, and gets a new one then");
            Ok(())
        }
        Command::Admin { email, reset_factors: false } => {
            let app = App::open(&config, config.listen).await?;
            let outcome =
                accounts::admin::make_admin(&app.db, &app.clock, &app.random, &app.hashing, &email, admin_password()?)
                    .await;
            app.db.close().await;
            outcome?;
            println!("{email} is an administrator");
            Ok(())
        }
        Command::Period(PeriodCommand::Calculate { id }) => {
            let app = App::open(&config, config.listen).await?;
            let outcome = bonuses::calculate(&app.db, &app.clock, PeriodId(id)).await;
            app.db.close().await;
            println!("{}", outcome.map_err(|error| error.to_string())?);
            Ok(())
        }
        Command::Health => health::ask(config.listen).await,
        Command::Check => say(&integrity::command(&config).await?),
        Command::Backup { file, overwrite, recipient } => {
            let recipient = recipient.or_else(|| config.backup_recipient.clone());
            println!("{}", backup::make(&config, &file, overwrite, recipient).await?);
            Ok(())
        }
        Command::Restore { file, identity } => {
            let (content, report) = backup::restore(&config, &file, identity.as_deref()).await?;
            println!("{content} are restored");
            say(&report)
        }
        Command::Rehearse { file, identity } => {
            let (content, report) = backup::rehearse(&config, &file, identity.as_deref()).await?;
            println!("{content} can be restored");
            say(&report)
        }
        Command::Openapi => {
            println!("{}", ksmart::app::openapi());
            Ok(())
        }
    }
}

/// Prints the findings of the check.
fn say(report: &integrity::Report) -> Result<(), String> {
    println!("{report}");
    if report.is_sound() { Ok(()) } else { Err("the database is not sound".to_owned()) }
}

fn admin_password() -> Result<String, String> {
    if let Some(password) = config::secret("KSMART_ADMIN_PASSWORD")? {
        return Ok(password);
    }
    if !std::io::stdin().is_terminal() {
        return Err("KSMART_ADMIN_PASSWORD should hold the password, 8 characters or more".to_owned());
    }
    rpassword::prompt_password("Password: ").map_err(|error| format!("the password cannot be read: {error}"))
}

async fn serve(config: &Config) -> Result<(), String> {
    config.check_payments()?;
    let listener = tokio::net::TcpListener::bind(config.listen)
        .await
        .map_err(|error| format!("LISTEN: cannot listen on {}: {error}", config.listen))?;
    let bound = listener.local_addr().map_err(|error| format!("LISTEN: {error}"))?;
    let app = App::open(config, bound).await?;
    if !config.is_local() {
        demo::check_passwords(&app.demo()).await?;
    }
    let jobs = tokio::spawn(jobs::run(app.jobs()));
    tokio::task::spawn_blocking(|| {
        ksmart_web::warm();
        shipping::warm();
    });
    let ground = app.ground.clone();
    let warming = tokio::spawn(async move { ground.warm().await });
    // Signals are handled from here on: a reader of the next log line may send one.
    let stopped = stopped();
    tracing::info!("listening on http://{bound}");
    let router = ksmart::app::router(app.clone());
    let live = app.live.clone();
    let stopped = async move {
        stopped.await;
        live.end();
    };
    serving::serve(listener, router, Timeouts::default(), config.trusted_proxies.clone(), stopped).await;
    jobs.abort();
    warming.abort();
    jobs::release(&app.jobs()).await;
    app.db.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Returns a future that resolves on SIGTERM or SIGINT; the signals are handled from the call on.
fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminated = signal(SignalKind::terminate()).expect("SIGTERM can be listened to");
    let mut interrupted = signal(SignalKind::interrupt()).expect("SIGINT can be listened to");
    async move {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted.recv() => {}
        }
    }
}
