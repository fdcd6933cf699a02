//! Products as rows of a table: the columns that an exported file has and an imported one may have.

use crate::{
    foundation::{ids::ProductId, table::tidy},
    shop::catalog::{admin::product_form::VARIANT_SEPARATOR, writing::ProductFields},
};

/// A column whose cells an import reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Id,
    Name,
    Category,
    Price,
    Bv,
    Weight,
    Net,
    MinOrder,
    Sku,
    Barcode,
    Shelf,
    Description,
    Composition,
    Usage,
    Storage,
    Variants,
    /// Pieces as they were counted; read only where it is asked for.
    Stock,
    /// Of a new product alone.
    OpeningStock,
}

/// The columns by their names in a file's first row, in the order of an exported file.
pub const COLUMNS: [(Column, &str); 18] = [
    (Column::Id, "id"),
    (Column::Name, "nama"),
    (Column::Category, "kategori"),
    (Column::Price, "harga"),
    (Column::Bv, "bv"),
    (Column::Weight, "berat_gram"),
    (Column::Net, "isi_ml"),
    (Column::MinOrder, "pemesanan_min"),
    (Column::Sku, "sku"),
    (Column::Barcode, "barcode"),
    (Column::Shelf, "rak"),
    (Column::Description, "deskripsi"),
    (Column::Composition, "komposisi"),
    (Column::Usage, "cara_pakai"),
    (Column::Storage, "penyimpanan"),
    (Column::Variants, "varian"),
    (Column::Stock, "stok"),
    (Column::OpeningStock, "stok_awal"),
];

/// Columns of an exported file that tell something and that an import does not read.
pub const TOLD: [&str; 2] = ["terjual", "status"];

impl Column {
    /// Its name in a file's first row.
    pub fn name(self) -> &'static str {
        COLUMNS.iter().find(|(column, _)| *column == self).map_or("", |(_, name)| name)
    }

    /// The column of a form's field.
    pub fn of_field(field: &str) -> Self {
        match field {
            "category_id" => Self::Category,
            "price_rp" => Self::Price,
            "bv" => Self::Bv,
            "weight_gr" => Self::Weight,
            "net_ml" => Self::Net,
            "min_order" => Self::MinOrder,
            "sku" => Self::Sku,
            "barcode" => Self::Barcode,
            "shelf" => Self::Shelf,
            "description" => Self::Description,
            "composition" => Self::Composition,
            "usage" => Self::Usage,
            "storage" => Self::Storage,
            "variants" => Self::Variants,
            "opening_stock" => Self::OpeningStock,
            _ => Self::Name,
        }
    }

    /// What stands in this column of a product's row; nothing where it is pieces, which are no part of the fields.
    pub fn cell(self, id: Option<ProductId>, fields: &ProductFields, category: &str) -> String {
        match self {
            Self::Id => id.map(|id| id.to_string()).unwrap_or_default(),
            Self::Name => tidy(&fields.name),
            Self::Category => tidy(category),
            Self::Price => fields.price_rp.to_string(),
            Self::Bv => fields.bv.to_string(),
            Self::Weight => fields.weight_gr.to_string(),
            Self::Net => fields.net_ml.to_string(),
            Self::MinOrder => fields.min_order.to_string(),
            Self::Sku => fields.sku.clone(),
            Self::Barcode => fields.barcode.clone(),
            Self::Shelf => tidy(&fields.shelf),
            Self::Description => tidy(&fields.description),
            Self::Composition => tidy(&fields.composition),
            Self::Usage => tidy(&fields.usage),
            Self::Storage => tidy(&fields.storage),
            Self::Variants => tidy(&fields.variants.join(&VARIANT_SEPARATOR.to_string())),
            Self::Stock | Self::OpeningStock => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<&str> = COLUMNS.iter().map(|(column, _)| column.name()).collect();
        assert_eq!(names.len(), COLUMNS.len());
        assert!(TOLD.iter().all(|name| !names.contains(name)));
    }
}
