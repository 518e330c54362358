//! The one list of methods.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{approval, audit, authority, company, employee, installation, pack, play, server, violation};

/// Whether a request only looks, or acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Changes nothing and leaves no record.
    Read,
    /// Changes something: names a human, carries a request id, leaves an audit record.
    Act,
}

/// A request's parameters, which know their name and their reply.
pub trait Method: Serialize + DeserializeOwned + TS + Into<Request> {
    /// The name on the wire.
    const NAME: &'static str;
    /// Whether it looks or acts.
    const KIND: Kind;
    /// What comes back.
    type Reply: Serialize + DeserializeOwned + TS + 'static;
}

/// One line of the list, for the TypeScript map.
pub struct Listed {
    /// The name on the wire.
    pub name: &'static str,
    /// Whether it looks or acts.
    pub kind: Kind,
    pub(crate) describe: fn(&mut crate::typescript::Declarations) -> (String, String),
}

macro_rules! methods {
    ($($kind:ident { $($variant:ident $name:literal: $params:ty => $reply:ty,)+ })+) => {
        /// Any request.
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[serde(tag = "method", content = "params", deny_unknown_fields)]
        pub enum Request {
            $($(
                #[doc = concat!("`", $name, "`")]
                #[serde(rename = $name)]
                $variant($params),
            )+)+
        }

        impl Request {
            /// The name on the wire.
            pub fn name(&self) -> &'static str {
                match self { $($(Request::$variant(_) => $name,)+)+ }
            }

            /// Whether it looks or acts.
            pub fn kind(&self) -> Kind {
                match self { $($(Request::$variant(_) => Kind::$kind,)+)+ }
            }
        }

        $($(
            impl Method for $params {
                const NAME: &'static str = $name;
                const KIND: Kind = Kind::$kind;
                type Reply = $reply;
            }
            impl From<$params> for Request {
                fn from(params: $params) -> Request {
                    Request::$variant(params)
                }
            }
        )+)+

        /// Every method, in the order of this list.
        pub const METHODS: &[Listed] = &[
            $($(Listed {
                name: $name,
                kind: Kind::$kind,
                describe: |declarations| (declarations.of::<$params>(), declarations.of::<$reply>()),
            },)+)+
        ];
    };
}

methods! {
    Read {
        InstallationStatus "installation.status": installation::InstallationStatus => installation::Status,
        InstallationDoctor "installation.doctor": installation::InstallationDoctor => Vec<installation::Finding>,
        CompanyList "company.list": company::CompanyList => Vec<company::CompanyRow>,
        CompanyStarters "company.starters": company::CompanyStarters => Vec<company::Starter>,
        PackList "pack.list": pack::PackList => Vec<pack::PackRow>,
        PackCheck "pack.check": pack::PackCheck => pack::PackReport,
        PackVerify "pack.verify": pack::PackVerify => pack::PackVerified,
        PackPublishers "pack.publishers": pack::PackPublishers => Vec<pack::Publisher>,
        RoleList "role.list": pack::RoleList => Vec<pack::RoleRow>,
        RoleShow "role.show": pack::RoleShow => pack::RoleView,
        EmployeeList "employee.list": employee::EmployeeList => Vec<employee::EmployeeRow>,
        EmployeeShow "employee.show": employee::EmployeeShow => employee::EmployeeView,
        EmployeeTools "employee.tools": employee::EmployeeTools => Vec<authority::ToolVerdict>,
        EmployeeManagers "employee.managers": employee::EmployeeManagers => Vec<employee::ManagerChoice>,
        EmployeePlan "employee.plan": employee::EmployeePlan => employee::HirePlan,
        EmployeeCharter "employee.charter": employee::EmployeeCharter => employee::Charter,
        EmployeeHistory "employee.history": employee::EmployeeHistory => Vec<audit::RecordRow>,
        ServerList "server.list": server::ServerList => Vec<server::ServerRow>,
        ServerTools "server.tools": server::ServerTools => Vec<server::ToolRow>,
        ServerLog "server.log": server::ServerLog => Vec<String>,
        AuthorityExplain "authority.explain": authority::AuthorityExplain => authority::Explained,
        AuthorityGrants "authority.grants": authority::AuthorityGrants => Vec<authority::Grant>,
        ApprovalList "approval.list": approval::ApprovalList => Vec<approval::ApprovalRow>,
        ViolationList "violation.list": violation::ViolationList => Vec<domain::event::Violation>,
        PlayList "play.list": play::PlayList => Vec<play::PlayRow>,
        PlayCheck "play.check": play::PlayCheck => play::PlayReport,
        PlayRuns "play.runs": play::PlayRuns => Vec<play::RunRow>,
        PlayShow "play.show": play::PlayShow => play::RunView,
        PlayPrompt "play.prompt": play::PlayPrompt => play::OperationPrompt,
        PlayLedger "play.ledger": play::PlayLedger => Vec<domain::ledger::LedgerEntry>,
        AuditVerify "audit.verify": audit::AuditVerify => audit::AuditReport,
        AuditList "audit.list": audit::AuditList => Vec<audit::RecordRow>,
    }
    Act {
        CompanyFound "company.found": company::CompanyFound => company::CompanyFounded,
        PackInstall "pack.install": pack::PackInstall => pack::PackRow,
        PackTrust "pack.trust": pack::PackTrust => pack::Publisher,
        EmployeeHire "employee.hire": employee::EmployeeHire => employee::EmployeeRow,
        EmployeeSuspend "employee.suspend": employee::EmployeeSuspend => employee::EmployeeRow,
        EmployeeResume "employee.resume": employee::EmployeeResume => employee::EmployeeRow,
        ServerAdd "server.add": server::ServerAdd => server::ServerRow,
        ServerApprove "server.approve": server::ServerApprove => Vec<server::ToolRow>,
        ServerStart "server.start": server::ServerStart => server::ServerRow,
        ServerStop "server.stop": server::ServerStop => server::ServerRow,
        AuthorityGrant "authority.grant": authority::AuthorityGrant => authority::Grant,
        AuthorityRevoke "authority.revoke": authority::AuthorityRevoke => authority::Grant,
        ApprovalAnswer "approval.answer": approval::ApprovalAnswer => approval::ApprovalRow,
        PlayRun "play.run": play::PlayRun => play::RunRow,
        PlayStop "play.stop": play::PlayStop => play::RunRow,
    }
}
