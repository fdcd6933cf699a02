//! Administration across several features; administration of a single feature is part of that feature.

pub mod audit_log;
pub mod books;
pub mod brand;
pub mod calculation;
pub mod correction;
pub mod dashboard;
pub mod doubles;
pub mod leaders;
pub mod live;
pub mod member_file;
pub mod member_views;
pub mod members;
pub mod new_member;
pub mod orders;
pub mod page_faults;
pub mod periods;
pub mod publishing;
pub mod reports;
pub mod settings;
pub mod shipping;
pub mod uploads;
