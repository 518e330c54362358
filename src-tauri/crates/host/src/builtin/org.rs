//! `org`: colleagues, messages, results, and asking for more.

use super::Spec;

pub(crate) const TOOLS: &[Spec] = &[
    Spec {
        name: "colleagues",
        title: "List colleagues",
        description: "Lists the people of the company: name, role, level and manager.",
        reads_only: true,
        arguments: &[],
    },
    Spec {
        name: "delegate",
        title: "Delegate work",
        description: "Hands a piece of work to a colleague of the same run.",
        reads_only: false,
        arguments: &[
            ("to", "string", true, "the role that shall do it"),
            ("task", "string", true, "what is to be done"),
        ],
    },
    Spec {
        name: "escalate",
        title: "Escalate",
        description: "Passes a matter up to whoever decides it.",
        reads_only: false,
        arguments: &[("reason", "string", true, "what cannot be decided here, and why")],
    },
    Spec {
        name: "hire",
        title: "Propose a hire",
        description: "Proposes somebody for a role; a person decides.",
        reads_only: false,
        arguments: &[
            ("role", "string", true, "the role's full name, pack/role"),
            ("name", "string", true, "the name of the new colleague"),
            ("reason", "string", false, "why"),
        ],
    },
    Spec {
        name: "journal",
        title: "Write to the journal",
        description: "Keeps a decision and its reason in the record.",
        reads_only: false,
        arguments: &[("decision", "string", true, "what was decided"), ("rationale", "string", true, "why")],
    },
    Spec {
        name: "message",
        title: "Write to a colleague",
        description: "Leaves a message for a colleague.",
        reads_only: false,
        arguments: &[("to", "string", true, "the colleague's name"), ("text", "string", true, "what to say")],
    },
    Spec {
        name: "report",
        title: "Report a result",
        description: "Gives the result of a piece of work.",
        reads_only: false,
        arguments: &[("title", "string", true, "what it is"), ("content", "string", true, "the result")],
    },
    Spec {
        name: "spawn",
        title: "Ask for a helper",
        description: "Asks for somebody else to take a piece of work, in a run that lets you.",
        reads_only: false,
        arguments: &[
            ("assignee", "string", false, "the role; your own by default"),
            ("instruction", "string", true, "what is to be done"),
        ],
    },
];
