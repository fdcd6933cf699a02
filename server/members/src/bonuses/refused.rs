//! Reasons why a period is not calculated, and their messages.

use ksmart_core::{allocation::AllocationError, plan::engine::PayoutError};
use ksmart_foundation::{
    error::{Code, Error},
    ids::PeriodId,
};

use crate::volume;

/// Reason why a period is not calculated, or why its decided calculation is not finished.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The period does not exist.
    #[error("there is no BV period {0}")]
    Unknown(PeriodId),
    /// The period still takes orders, or has not begun.
    #[error("the BV period {0} is not over yet")]
    NotOver(PeriodId),
    /// There is no compensation plan by which to calculate bonuses.
    #[error("there is no compensation plan yet; one is needed before a period is calculated")]
    NoPlan,
    /// The calculation of the period is already decided, although the caller was about to confirm it.
    #[error("the BV period {0} is calculated already")]
    Before(PeriodId),
    /// The basis of the calculation differs from the one that the caller has seen, or keeps changing.
    #[error("the period has changed since its preview")]
    Changed,
    /// Mismatch between the decided figures of a calculation and its stored results.
    #[error("what is kept of the BV period {0} is not what its calculation came to")]
    Unfinished(PeriodId),
    /// Stored version of the compensation plan that is not a valid plan.
    #[error("version {0} of the compensation plan makes no sense")]
    Document(i64),
    /// The network is invalid, or an amount is too large.
    #[error("{0}")]
    Bonus(#[from] PayoutError),
    /// The points of a member are too many.
    #[error("the points of a member cannot be allocated: {0}")]
    Allocation(#[from] AllocationError),
    /// Failure of the database.
    #[error("DATABASE_URL: {0}")]
    Database(#[from] sqlx::Error),
}

impl From<Refused> for Error {
    #[track_caller]
    fn from(refused: Refused) -> Self {
        let refuse = |message: &'static str| Self::conflict(Code::MoveRefused, message);
        match refused {
            Refused::Unknown(_) => Self::not_found("Periode tidak ditemukan."),
            Refused::NotOver(_) => refuse("Periode ini belum selesai. Tutup dulu sebelum menghitungnya."),
            Refused::Before(_) => volume::already_calculated(),
            Refused::Changed => refuse("Angka periode ini berubah. Periksa lagi sebelum menghitung."),
            Refused::NoPlan => refuse("Belum ada rencana kompensasi. Buat dulu rencananya."),
            Refused::Bonus(_) => refuse(
                "Bonus periode ini tidak dapat dihitung: nilai satu poin atau poin anggota terlalu besar. Periksa rencana kompensasi.",
            ),
            Refused::Allocation(_) => refuse("Poin seorang anggota terlalu besar untuk dihitung."),
            Refused::Unfinished(_) | Refused::Document(_) => Self::internal(refused),
            Refused::Database(error) => error.into(),
        }
    }
}
