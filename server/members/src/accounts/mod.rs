//! Accounts of members, including administrators: account data, login, forms, and what administrators change.

mod account;
pub mod admin;
mod bank;
mod devices;
mod doubles;
mod erasure;
pub mod form;
mod heirs;
pub mod links;
mod login;
mod new_address;
mod notes;
mod own_password;
pub mod passwords;
mod tax_number;
pub mod tries;
pub mod verification;

use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

pub use self::account::{
    Changed, NewMember, User, any, change, email_exists, find_by_uid, find_leader, fresh_uid, insert, leader, lock,
    must_find, names, set_leader, show,
};
pub use self::bank::{BankAccount, account_failed, bank_account};
pub use self::doubles::{LikelyDouble, count_doubles, dismiss_double, likely_doubles};
pub use self::erasure::{PSEUDONYM, erase, erase_tax_number};
pub use self::heirs::{Heir, heirs, set_heirs};
pub use self::notes::tags_of;
pub use self::own_password::OwnPassword;
pub use self::tax_number::{TaxNumber, TaxNumberState, judge_tax_number, set_tax_number, tax_number};

/// The routes of this feature.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new()
        .merge(account::router())
        .merge(login::router())
        .merge(links::router())
        .merge(own_password::router())
        .merge(bank::router())
        .merge(devices::router())
        .merge(admin::router())
        .merge(tax_number::router())
        .merge(heirs::router())
        .merge(verification::router())
        .merge(new_address::router())
        .merge(notes::router())
}
