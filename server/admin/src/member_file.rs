//! The list of members as a file for spreadsheets.

use axum::{extract::State, response::Response};
use ksmart_foundation::{
    db::{Db, TextEnum},
    document::routes,
    error::Result,
    export::{self, Cell, Column, Walk},
    extract::Query,
    page::Page,
    time::{Clock, jakarta_date},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE},
    tokens::Member,
};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    AdminState,
    members::{MemberFilter, MemberRow, find},
};

/// Maximum number of members read at once.
const AT_ONCE: i64 = 1000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(download_csv)).routes(routes!(download_xlsx))
}

/// The columns of the file.
const COLUMNS: &[Column<MemberRow>] = &[
    ("id_anggota", |x| Cell::text(&x.uid)),
    ("nama", |x| Cell::text(&x.name)),
    ("email", |x| Cell::text(&x.email)),
    ("telepon", |x| Cell::Digits(x.phone.clone())),
    ("bergabung", |x| Cell::Text(jakarta_date(x.created_ms))),
    ("status", |x| Cell::text(status(x))),
    ("peran", |x| Cell::text(x.role.text())),
    ("id_leader", |x| x.leader.as_ref().map_or(Cell::Empty, |leader| Cell::text(&leader.uid))),
    ("nama_leader", |x| x.leader.as_ref().map_or(Cell::Empty, |leader| Cell::text(&leader.name))),
    ("downline_langsung", |x| Cell::Number(x.directs)),
    ("downline", |x| Cell::Number(x.downlines)),
    ("tanda", |x| Cell::Text(x.tags.join(", "))),
];

fn status(member: &MemberRow) -> &'static str {
    if member.erased_at.is_some() {
        "dihapus"
    } else if member.suspended_at.is_some() {
        "ditangguhkan"
    } else {
        "aktif"
    }
}

/// Reader of the members that match a filter, a thousand at a time.
struct Members {
    db: Db,
    filter: MemberFilter,
    after: Option<[i64; 1]>,
    done: bool,
}

impl Walk for Members {
    type Row = MemberRow;

    async fn next(&mut self) -> Result<Vec<MemberRow>> {
        if self.done {
            return Ok(Vec::new());
        }
        let page = Page::next(AT_ONCE, self.after);
        let (rows, more) = find(&mut *self.db.read().await?, &self.filter, &page).await?;
        self.after = rows.last().map(|row| [row.id.0]);
        self.done = more.is_none();
        Ok(rows)
    }
}

/// Begins an export: reports an invalid filter before any data are sent, and records the export in the audit log.
async fn begin(db: Db, clock: &Clock, admin: &Member, filter: MemberFilter, file: &str) -> Result<Members> {
    find(&mut *db.read().await?, &filter, &Page::next(1, None)).await?;
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let change = Change::new("export", Subject::Member, file, Value::Null, json!({"columns": names}));
    audit::record(&mut *db.write_one().await?, admin, clock.now_ms(), change).await?;
    Ok(Members { db, filter, after: None, done: false })
}

/// Exports the members that match the filter as CSV. Recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/members.csv", operation_id = "exportMembersCsv",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422)))]
async fn download_csv(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Query(filter): Query<MemberFilter>,
) -> Result<Response> {
    let file = format!("anggota-{}.csv", jakarta_date(clock.now_ms()));
    let members = begin(db, &clock, &admin, filter, &file).await?;
    export::csv(&file, COLUMNS.to_vec(), members)
}

/// Exports the members that match the filter as a workbook of one sheet, up to 100,000. Recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/members.xlsx", operation_id = "exportMembersXlsx",
    responses((status = 200, body = String,
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (status = 422)))]
async fn download_xlsx(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Query(filter): Query<MemberFilter>,
) -> Result<Response> {
    let file = format!("anggota-{}.xlsx", jakarta_date(clock.now_ms()));
    let members = begin(db, &clock, &admin, filter, &file).await?;
    let too_many = "Lebih dari 100.000 anggota: persempit saringannya, atau unduh sebagai CSV.";
    export::xlsx(&file, "Anggota", COLUMNS.to_vec(), members, too_many).await
}
