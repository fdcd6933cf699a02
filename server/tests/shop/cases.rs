//! Real inputs that shops have failed at, one by one. Each has an id, which is printed before the test: the last id
//! that a failed run prints is the failed case.
//!
//! C10, C16, C22, C23, C32 and C33 are tested in a browser: the names of their tests in `web/` begin with their ids.

mod files;
mod forms;
mod payment;

use futures_util::FutureExt;

#[tokio::test]
async fn real_world_inputs_are_handled() {
    let cases = [
        ("C01", "the provider puts a fee upon what is paid", payment::a_fee_is_borne_by_the_buyer().boxed()),
        ("C02", "nothing is to be paid", payment::nothing_is_to_be_paid().boxed()),
        ("C11", "the buyer comes back with a later number of the payment", payment::a_later_number_is_found().boxed()),
        ("C27", "the provider refuses an e-mail address", payment::an_address_is_refused().boxed()),
        ("C29", "a notice goes by the payment's key", payment::a_notice_goes_by_key().boxed()),
        ("C30", "the provider tries the address of notices", payment::a_notice_is_tried().boxed()),
        ("C03", "a phone number is pasted from contacts", forms::a_pasted_phone_number_is_taken().boxed()),
        ("C04", "an account number is typed in groups", forms::an_account_number_in_groups_is_taken().boxed()),
        ("C08", "a place is looked for as people write it", forms::a_place_is_found_as_it_is_written().boxed()),
        ("C12", "a name has a curly apostrophe", forms::a_name_is_found_however_it_is_typed().boxed()),
        ("C05", "the header ends with empty columns", files::empty_columns_are_left_out().boxed()),
        ("C07", "a picture has fifty million pixels", files::a_picture_is_too_large_and_said_to_be().boxed()),
        ("C09", "accounts are opened in a spreadsheet", files::accounts_keep_their_digits().boxed()),
        ("C13", "a number has the zeros of its format", files::a_number_is_what_its_cell_shows().boxed()),
        ("C15", "the shop's own file of orders comes back", files::a_file_of_the_shop_is_read().boxed()),
        ("C17", "an amount is written out", files::an_amount_is_read_as_it_is_written().boxed()),
        ("C18", "a formula has no result", files::a_formula_without_a_result_is_a_mistake().boxed()),
        ("C20", "a category has a no-break space", files::a_category_is_found_by_its_words().boxed()),
        ("C24", "the first line names the separator", files::a_named_separator_is_used().boxed()),
        ("C28", "a SKU can be no file's name", files::a_picture_finds_its_product().boxed()),
    ];
    for (id, what, case) in cases {
        println!("{id} {what}");
        case.await;
    }
}
