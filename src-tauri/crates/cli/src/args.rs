//! The words of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Organizations of AI agents under rules that the runtime enforces.
#[derive(Debug, Parser)]
#[command(name = "bailiwick", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// The data folder; the platform's usual one by default.
    #[arg(long, global = true, env = "BAILIWICK_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The company, where there are several.
    #[arg(long, global = true, value_name = "NAME")]
    pub company: Option<String>,
    /// Answer in JSON on standard output.
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Found and list companies.
    #[command(subcommand)]
    Company(Company),
    /// Check, sign, verify and install role packs.
    #[command(subcommand)]
    Pack(Pack),
    /// Hire and look at employees.
    #[command(subcommand)]
    Employee(Employee),
    /// Add and look at MCP servers.
    #[command(subcommand)]
    Server(Server),
    /// Explain, grant and test who may call what.
    #[command(subcommand)]
    Authority(Authority),
    /// Serve one employee's tools to an outside agent.
    #[command(subcommand)]
    Gateway(Gateway),
    /// Check and run plays, read their spawn ledger.
    #[command(subcommand)]
    Play(Play),
    /// Recorded attempts that got a no.
    #[command(subcommand)]
    Violations(Violations),
    /// Questions that wait for a person.
    #[command(subcommand)]
    Approvals(Approvals),
    /// The record of what happened.
    #[command(subcommand)]
    Audit(Audit),
    /// Open the window.
    App,
    /// Serve the same screens to a browser on this machine.
    Serve(Serve),
    /// Look for what would keep Bailiwick from working.
    Doctor,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Company {
    /// Found a company.
    Found {
        name: String,
        /// A starter organization to hire, such as `company`.
        #[arg(long)]
        starter: Option<String>,
        /// The folder that its employees work in.
        #[arg(long, value_name = "DIR")]
        workspace: Option<PathBuf>,
    },
    /// List the companies.
    List,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Pack {
    /// Say what is wrong with a pack or a role file; needs no signature.
    Check { path: PathBuf },
    /// Compare a pack with its signature.
    Verify { path: PathBuf },
    /// Verify a pack and install it, whole or not at all.
    Install { path: PathBuf },
    /// List the installed packs.
    List,
    /// Make a publisher's key pair.
    Keygen {
        /// Where the private key goes (0600); the public one is written beside it.
        file: PathBuf,
    },
    /// Sign every file of a pack.
    Sign {
        path: PathBuf,
        /// The publisher's private key.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
    },
    /// Say whose packs may be installed.
    #[command(subcommand)]
    Trust(Trust),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Trust {
    /// Trust a publisher's public key.
    Add {
        /// The public key, PEM.
        file: PathBuf,
        /// The publisher's name; the file's name by default.
        #[arg(long)]
        name: Option<String>,
    },
    /// List the trusted keys.
    List,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Employee {
    /// Hire somebody into a role.
    Hire {
        /// A full name such as `company/support-agent`, or a bare one that is unique.
        #[arg(long)]
        role: String,
        #[arg(long)]
        name: String,
        /// Whom to report to; the one active employee whose role stands in the role's `reports_to` by default.
        #[arg(long, value_name = "EMPLOYEE")]
        manager: Option<String>,
        /// Why the manager is another than the role names; recorded.
        #[arg(long)]
        why: Option<String>,
    },
    /// List the employees.
    List {
        /// Contractors of runs and those who left, too.
        #[arg(long)]
        all: bool,
    },
    /// Show one employee and each tool with its verdict.
    Show {
        /// An id or a unique name.
        employee: String,
    },
    /// Suspend: from the next call on nothing is allowed.
    Suspend { employee: String },
    /// End a suspension.
    Resume { employee: String },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Server {
    /// Add a server and start it.
    Add {
        /// Its id here: lower case letters, digits and hyphens.
        id: String,
        /// A variable for the server alone.
        #[arg(long, value_name = "K=V")]
        env: Vec<String>,
        /// The program and its arguments.
        #[arg(last = true, required = true)]
        command: Vec<String>,
    },
    /// List the servers.
    List,
    /// List the tools of one server, or of all.
    Tools { id: Option<String> },
    /// Approve the list of tools that a server offers now.
    Approve { id: String },
    /// Print what a server said of itself: its standard error, and noise that was no message.
    Log { id: String },
    /// Start a server.
    Start { id: String },
    /// Stop a server.
    Stop { id: String },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Effect {
    Allow,
    Ask,
    Deny,
}

impl Effect {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Effect::Allow => "allow",
            Effect::Ask => "ask",
            Effect::Deny => "deny",
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Authority {
    /// Say what would be decided, by which rule, and which rules lost.
    Explain {
        employee: String,
        /// `server/tool`
        tool: String,
        /// Arguments of the call, a JSON object.
        #[arg(long, value_name = "JSON")]
        arguments: Option<String>,
    },
    /// Write a rule for one employee.
    Grant {
        employee: String,
        effect: Effect,
        /// `server/tool`, each side with `*` if need be.
        pattern: String,
        /// Why.
        #[arg(long, default_value = "")]
        note: String,
        /// Do it even where it overturns denies.
        #[arg(long)]
        confirm: bool,
    },
    /// Take a grant back.
    Revoke { grant: String },
    /// List the grants of the company or of one employee.
    Grants { employee: Option<String> },
    /// Decide the worlds of policy test files and compare.
    Test {
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Gateway {
    /// Be an MCP server on standard input and output.
    Stdio {
        #[arg(long)]
        employee: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Play {
    /// Say what is wrong with a play, all faults together.
    Check { file: PathBuf },
    /// Run a play and follow its ledger.
    Run {
        /// A file, or a shipped play such as `company/launch-page`.
        file: String,
        /// Let the script think instead of a model.
        #[arg(long)]
        rehearse: bool,
        /// An input of the play.
        #[arg(long = "input", value_name = "K=V")]
        inputs: Vec<String>,
    },
    /// Print the spawn ledger of a run.
    Ledger { run: String },
    /// Show a run: what was asked, its operations, who does them.
    Show { run: String },
    /// Print what the model of an operation was told.
    Prompt { run: String, operation: String },
    /// List the runs.
    Runs,
    /// List the plays that installed packs ship.
    List,
    /// Stop a run at once.
    Stop { run: String },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Violations {
    /// List them, newest first.
    List {
        #[arg(long)]
        employee: Option<String>,
        #[arg(long)]
        server: Option<String>,
        #[arg(long)]
        code: Option<String>,
        /// Only those before this id, for the next page.
        #[arg(long, value_name = "ID")]
        before: Option<String>,
        #[arg(long)]
        limit: Option<u32>,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Answer {
    Allow,
    Deny,
}

impl Answer {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Answer::Allow => "allow",
            Answer::Deny => "deny",
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Approvals {
    /// List them, waiting ones first.
    List,
    /// Answer one: allow this call once, or deny it.
    Answer {
        id: String,
        answer: Answer,
        /// Why.
        #[arg(long, default_value = "")]
        why: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Audit {
    /// Check bodies, chain and tree of every log.
    Verify,
    /// List the newest records.
    List {
        #[arg(long)]
        limit: Option<u32>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port on the loopback address; a free one by default.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
}
