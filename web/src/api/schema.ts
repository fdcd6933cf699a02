/* Made by `make generate` from the server's OpenAPI document. */
/** Whether a voucher runs. */
export type VoucherStatus = 'running' | 'upcoming' | 'ended' | 'used_up';

/** Plans whose points count. */
export type Volume = 'a' | 'b' | 'both';

/** Unit of the length of a period. */
export type Unit = 'week' | 'month';

/** Reason why a bank did not carry out a transfer of a bonus. */
export type TransferFailure = 'wrong_account' | 'wrong_name' | 'closed_account' | 'bank_refused';

/** State of a tax number, as known to the shop. */
export type TaxNumberState = 'missing' | 'unchecked' | 'validated' | 'rejected';

/** Method of calculating the tax on bonuses. */
export type TaxMethod = 'flat' | 'pph21';

/** Kind of thing changed. */
export type Subject =
  | 'order'
  | 'return'
  | 'product'
  | 'category'
  | 'voucher'
  | 'banner'
  | 'popup_voucher'
  | 'review'
  | 'question'
  | 'page'
  | 'member'
  | 'period'
  | 'compensation_plan'
  | 'compensation_plan_draft'
  | 'payout'
  | 'settings'
  | 'message'
  | 'message_text'
  | 'webhook'
  | 'agreement'
  | 'backup';

/** Kind of a change of stock by a person. */
export type StockChangeKind = 'received' | 'adjusted';

/** Whether visitors are shown something. */
export type ShowingState = 'running' | 'upcoming' | 'ended' | 'off';

/** Source of the shipping costs. */
export type ShippingProvider = 'built_in' | 'komerce';

/** Shipment state of an order, by the spec's wire names. */
export type ShipmentStatus = 'menunggu' | 'dikemas' | 'dikirim' | 'selesai' | 'dibatalkan';

/** A step of setting up a shop. */
export type SetupTask =
  | 'brand'
  | 'contact'
  | 'origin'
  | 'downline'
  | 'category'
  | 'product'
  | 'stock'
  | 'period'
  | 'plan'
  | 'payment_key'
  | 'shipping_key'
  | 'email'
  | 'texts'
  | 'first_order'
  | 'first_shipment';

/** Separator between the cells of a file. */
export type Separator = 'comma' | 'semicolon' | 'tab' | 'pipe';

/** Set of rights of an account. */
export type Role = 'member' | 'owner' | 'fulfilment' | 'finance' | 'catalogue';

/** State of a return. */
export type ReturnState =
  | 'asked'
  | 'approved'
  | 'refused'
  | 'withdrawn'
  | 'received'
  | 'transferring'
  | 'refunded'
  | 'replaced';

/** Reason for returning goods. */
export type ReturnReason = 'damaged' | 'wrong' | 'incomplete' | 'unwanted' | 'other';

/** Wish of a member for the goods that come back. */
export type ReturnKind = 'refund' | 'replacement' | 'buyback';

/** Status of a product. */
export type ProductStatus = 'for_sale' | 'low' | 'out' | 'draft' | 'archived';

/** State of a period. */
export type PeriodState = 'upcoming' | 'open' | 'ended' | 'calculated';

/** State of a batch. */
export type PayoutState = 'prepared' | 'approved' | 'paid' | 'cancelled';

/** Payment state of an order. */
export type PaymentStatus = 'pending' | 'success' | 'failed' | 'expired' | 'cancelled' | 'refunded';

/** Payment provider in use. */
export type PaymentProvider = 'built_in_sandbox' | 'midtrans_sandbox' | 'midtrans_production';

/** Means of paying an order. */
export type PaymentMethod = 'online' | 'cod';

/** Action that a member may take on an own order. */
export type OrderAction = 'pay' | 'cancel' | 'complete';

/** To accounts of which banks the transfers in a file go. */
export type OfBanks = 'all' | 'only' | 'except';

/** Reason for a change of stock. */
export type MovementKind = 'received' | 'order' | 'returned' | 'adjusted';

/** State of a message's delivery. */
export type MessageState = 'waiting' | 'sent' | 'dead';

/** Topic of a message. */
export type MessageKind =
  | 'email_verification'
  | 'password_reset'
  | 'account_created'
  | 'admin_invitation'
  | 'new_session'
  | 'email_changed'
  | 'password_changed'
  | 'bank_account_changed'
  | 'account_viewed'
  | 'profile_corrected'
  | 'order_placed'
  | 'order_paid'
  | 'order_address_changed'
  | 'order_shipped'
  | 'order_delivered'
  | 'order_cancelled'
  | 'order_refunded'
  | 'return_moved'
  | 'bonus_calculated'
  | 'bonus_paid'
  | 'bonus_failed'
  | 'review_answered'
  | 'question_answered'
  | 'code_of_ethics_published'
  | 'terms_published'
  | 'low_stock'
  | 'payment_problem'
  | 'new_review'
  | 'new_question'
  | 'job_failed'
  | 'webhook_test';

/** Channel of a message. */
export type MessageChannel = 'email' | 'whatsapp' | 'push' | 'webhook';

/** Actions that a member may take on an own return. */
export type MemberReturnAction = 'withdraw';

/** Reason why a bonus cannot be paid now. */
export type LeftOutReason =
  | 'suspended'
  | 'no_account'
  | 'failed_account'
  | 'new_account'
  | 'unverified_email'
  | 'underway'
  | 'sandbox'
  | 'too_little';

/** Kind of discount of a voucher. */
export type Kind = 'percent' | 'amount' | 'shipping';

/** Time for which a rank is held. */
export type Keeps = 'period' | 'for_ever';

/** Reason why an account cannot be erased. */
export type HindranceKind = 'orders' | 'returns' | 'payout' | 'last_owner';

/** Event of an order, as far as somebody is told of it. */
export type Happened = 'placed' | 'paid' | 'other';

/** A document that members accept. */
export type Document = 'code-of-ethics' | 'terms';

/** Quantity measured by a need. */
export type CornerMetric =
  'pv' | 'gv' | 'pgv' | 'leg_gv' | 'legs_with_rank' | 'directs_with_rank' | 'total_gv' | 'rank';

/** Payment rule of a component. */
export type CornerKind = 'personal' | 'level' | 'differential' | 'generation' | 'pool';

/** Every code that an error on the wire can carry. */
export type Code =
  | 'malformed_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'unauthorized'
  | 'session_expired'
  | 'wrong_credentials'
  | 'second_factor_required'
  | 'second_factor_wrong'
  | 'second_factor_missing'
  | 'confirmation_required'
  | 'account_suspended'
  | 'link_invalid'
  | 'forbidden'
  | 'read_only'
  | 'invalid_field'
  | 'email_taken'
  | 'too_large'
  | 'too_many_requests'
  | 'out_of_stock'
  | 'below_minimum'
  | 'unpaid_limit'
  | 'cod_unavailable'
  | 'voucher_invalid'
  | 'period_closed'
  | 'shop_closed'
  | 'amount_mismatch'
  | 'repeated'
  | 'already_ordered'
  | 'move_refused'
  | 'edit_conflict'
  | 'in_use'
  | 'already_reviewed'
  | 'payment_unavailable'
  | 'customer_refused'
  | 'refund_refused'
  | 'shipping_unavailable'
  | 'bad_signature'
  | 'timeout'
  | 'busy'
  | 'internal';

/** Kind of an event in an answer. */
export type ChatEventKind = 'piece' | 'done' | 'error';

/** Content of the cells of a column. */
export type Cells =
  | 'number'
  | 'account'
  | 'name'
  | 'amount'
  | 'amount_decimals'
  | 'reference'
  | 'bank'
  | 'bank_code'
  | 'bic'
  | 'date'
  | 'date_digits'
  | 'date_slashes'
  | 'uid'
  | 'text';

/** Whether a bonus has been transferred. */
export type BonusStatus = 'paid' | 'unpaid';

/** Stage at which a backup failed. */
export type BackupStage = 'writing' | 'checking' | 'interrupted';

/** Kind of change of a number. */
export type AmountKind = 'set' | 'add' | 'percent';

/** State of selling after a period takes no more orders: another period that takes them, or none. */
export type AfterClosing = 'others_open' | 'next_opens' | 'shop_stops';

/** Actions of the shop on a return. */
export type AdminReturnAction =
  'approve' | 'refuse' | 'receive' | 'refund' | 'transfer' | 'approve_transfer' | 'replace';

/** Action that the shop may take on an order. */
export type AdminAction =
  | 'release'
  | 'pack'
  | 'ship'
  | 'complete'
  | 'resi'
  | 'cancel'
  | 'refund'
  | 'return'
  | 'cash'
  | 'transfer'
  | 'address';

/** Party moving an order. */
export type Actor = 'member' | 'shop' | 'provider' | 'system';

/** Record of an accepted version. */
export interface Acceptance {
  /** @format int64 */
  version: number;
  accepted_at: string;
}

/** The versions that are accepted: those that the member was shown. */
export interface AcceptanceForm {
  /**
   * @maxItems 2
   * @minItems 1
   */
  accepted: AcceptedVersion[];
}

/** A version that is accepted. */
export interface AcceptedVersion {
  /** A document that members accept. */
  slug: Document;
  /** @format int64 */
  version: number;
}

/** Response to a change of an account. */
export interface AccountAnswer {
  /** The sentence to show. */
  message: string;
  /** The account as it is now. */
  user: User;
}

/** The periods that take orders. */
export interface ActiveBvPeriods {
  /** Always `success`. */
  status: string;
  data: BvPeriod[];
}

/** A review as it is sent. */
export interface AddReview {
  user_id?: MemberId | null;
  product_id: ProductId;
  /** Number of a completed order of the caller that holds the product. */
  order_id: string;
  /**
   * Stars, 1 to 5.
   * @format int64
   * @min 1
   * @max 5
   */
  rating?: number | null;
  /**
   * Up to 1,000 characters.
   * @maxLength 1000
   */
  comment?: string | null;
}

/** Request to add to the cart. */
export interface AddToCart {
  user_email?: string | null;
  product_id: ProductId;
  /**
   * Pieces to add, 1 or more.
   * @format int64
   * @min 1
   */
  quantity: number;
  /** Name of the variant, for a product that has some. */
  variant?: string | null;
}

/** Request to add to the wishlist. */
export interface AddToWishlist {
  user_id?: MemberId | null;
  product_id: ProductId;
}

/** A review that was kept. */
export interface AddedReview {
  success: boolean;
  message: string;
  /** A review of the caller. */
  data: OwnReview;
}

/** Response to an addition to the wishlist. */
export interface AddedToWishlist {
  success: boolean;
  id: WishlistItemId;
}

/** Response about the state of an e-mail address. */
export interface AddressAnswer {
  message: string;
}

/** An address put right. */
export interface AddressForm {
  /**
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  receiver_name: string;
  /** @pattern ^[ .()-]*(\+?62|0)?[ .()-]*8[0-9 .()-]{8,20}$ */
  receiver_phone: string;
  /**
   * Street address without the destination.
   * @minLength 1
   * @maxLength 500
   * @pattern \S
   */
  street: string;
  /**
   * @format int64
   * @min 1
   */
  destination_id: number;
  /**
   * Shipping service to another destination, one of its offers; not needed where the destination stays.
   * @maxLength 100
   */
  shipping_method?: string | null;
  /**
   * Cost of that offer as it was shown, rupiah; it must still be the same.
   * @format int64
   */
  cost_rp?: number | null;
  /**
   * Reason, for the buyer and the log; 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** A way to ship an order to another destination. */
export interface AddressOffer {
  /** `JNE - REG23`. */
  method: string;
  /** Working days, such as `2-3`, or nothing. */
  etd: string;
  /**
   * Cost by the shop's rules before any voucher, rupiah.
   * @format int64
   */
  cost_rp: number;
  /**
   * Cost beyond the shipping that the order was priced with, rupiah; below 0 where it costs less.
   * @format int64
   */
  difference_rp: number;
  /**
   * Total that the buyer then pays for the order, rupiah.
   * @format int64
   */
  total_rp: number;
  /** Obstacle to shipping the order so; null if there is none. */
  refused?: string | null;
}

/** A link that proves an address. */
export interface AddressProof {
  /**
   * Part of the link after `#token=`.
   * @maxLength 100
   */
  token: string;
}

/** A document with its versions. */
export interface AdminAgreement {
  /** Its name in addresses. */
  slug: Document;
  title: string;
  /** The text of the newest version, Markdown. */
  body: string;
  /**
   * The number of the newest version; publishing names the one that it was written over.
   * @format int64
   */
  version: number;
  /** All versions, newest first. */
  versions: AgreementVersion[];
}

/** The documents. */
export interface AdminAgreements {
  agreements: CountedAgreement[];
  /**
   * Number of members who can accept them.
   * @format int64
   */
  members: number;
}

/** A banner. */
export type AdminBanner = AdminShowing & {
  /** @format int64 */
  id: number;
  /** Below `/storage/`. */
  picture: string;
  /** Picture's alternative text. */
  alt: string;
  /** Target of the link, an address inside the shop; null for no link. */
  link?: string | null;
  /**
   * Counts its edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
};

/** The banners, in the shop's order. */
export interface AdminBanners {
  banners: AdminBanner[];
}

/**
 * Appearance of the shop. Where a value is empty, the shop's name and the program's own colours and plain icons are
 * used instead.
 */
export interface AdminBrand {
  /** The shop's name, which is one of the settings. */
  shop_name: string;
  company: string;
  goods: string;
  hero_title: string;
  hero_text: string;
  about_heading: string;
  help_heading: string;
  /** Promises of the shop about its goods, a line each; nothing for the program's own words. */
  promises: string;
  /** A picture below `/storage/`, `k-smart` for the one of the demo shop, or nothing. */
  logo: string;
  /** The same for the dark theme; nothing where one serves both. */
  logo_dark: string;
  /**
   * Pixels from side to side where the logo is 36 high.
   * @format int32
   * @min 0
   */
  logo_width: number;
  /** A picture below `/storage/`, `k-smart` for the one of the demo shop, or nothing. */
  icon: string;
  /** `#rrggbb`, or nothing. */
  accent: string;
  instagram: string;
  facebook: string;
  tiktok: string;
  youtube: string;
  /**
   * Counts the edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
  /** The rules of a style sheet that the accent makes; nothing without an accent. */
  style: string;
}

/** The categories, in the shop's order. */
export interface AdminCategories {
  categories: AdminCategory[];
}

/** A category as administrators see it. */
export interface AdminCategory {
  /** @format int64 */
  id: number;
  name: string;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Products in it, archived ones too.
   * @format int64
   */
  products: number;
  /**
   * Grows with each change; the form sends back the one that it read.
   * @format int64
   */
  version: number;
}

/** A line of an order, as it was bought. */
export type AdminLine = Codes & {
  /** @format int64 */
  id: number;
  product_id: ProductId;
  name: string;
  variant?: string | null;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Price of one piece, rupiah.
   * @format int64
   */
  price_rp: number;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
  /** @format int64 */
  quantity: number;
  /**
   * Price of all pieces, rupiah.
   * @format int64
   */
  total_rp: number;
};

/** A message on its way over one channel. */
export interface AdminMessage {
  /** @format int64 */
  id: number;
  /** Topic of a message. */
  kind: MessageKind;
  /** Channel of a message. */
  channel: MessageChannel;
  /** State of a message's delivery. */
  state: MessageState;
  /** Recipient: a member's name, an e-mail address, or a webhook's address. */
  to: string;
  /** Subject line of the message. */
  subject: string;
  /** Creation time, RFC 3339. */
  created_at: string;
  /** Time when it was sent or given up, RFC 3339. */
  settled_at?: string | null;
  /** @format int64 */
  tries: number;
  /** Error of the last try; empty where there is nothing to report. */
  error: string;
}

/** A message and what it says. */
export interface AdminMessageDetail {
  /** A message on its way over one channel. */
  message: AdminMessage;
  /** Content of the message, in the shop's texts as they are now; what only its reader may see is masked. */
  letter: MessageLetter;
  /**
   * Recipient's address on the channel: an e-mail address, a telephone number or a webhook's address; null for a
   * browser.
   */
  address?: string | null;
  /** Id of the message for its recipients, the same at every try. */
  uid: string;
}

/** Messages, newest first. */
export interface AdminMessages {
  messages: AdminMessage[];
  next_cursor?: string | null;
  /** Whether e-mails are sent; else they wait. */
  sends_email: boolean;
}

/** A move of an order, and who made it. */
export interface AdminMove {
  /** Time, RFC 3339. */
  at: string;
  /**
   * `placed`, `held`, `released`, `paid`, `failed`, `expired`, `cancelled`, `refunded`, `packed`, `shipped`, `completed`, `returned`, or
   * `resi` for a tracking number and `address` for an address that was put right.
   */
  what: string;
  /** Party moving an order. */
  by: Actor;
  /** The administrator's name, where it was one. */
  staff_name?: string | null;
  reason?: string | null;
}

/** An order with everything that the shop knows of it. */
export interface AdminOrder {
  order_id: string;
  /** Time of placing, RFC 3339. */
  created_at: string;
  /** Time at which its stock is given back if it is not paid; only while it waits for an online payment. */
  expires_at?: string | null;
  /** Means of paying an order. */
  payment_method: PaymentMethod;
  /** The transfer that paid it instead; null where none did. */
  transfer?: TransferFacts | null;
  /** Payment state of an order. */
  payment_status: PaymentStatus;
  /** Shipment state of an order, by the spec's wire names. */
  shipment_status: ShipmentStatus;
  /** `JNE - REG23`. */
  courier: string;
  /** Tracking number. */
  resi?: string | null;
  /** Buyer of an order. */
  member: OrderMember;
  /** Person who receives an order. */
  receiver: Receiver;
  lines: AdminLine[];
  /**
   * Weight of the parcel by the products as they are now, grams.
   * @format int64
   */
  weight_gr: number;
  /**
   * Product subtotal, rupiah.
   * @format int64
   */
  subtotal_rp: number;
  voucher_code?: string | null;
  /**
   * Discount in percent of the product subtotal.
   * @format double
   */
  discount_percent: number;
  /**
   * Discount by the voucher, rupiah.
   * @format int64
   */
  discount_rp: number;
  /**
   * Shipping cost charged to the buyer, rupiah.
   * @format int64
   */
  shipping_cost_rp: number;
  /**
   * Discount by the voucher on the shipping, rupiah.
   * @format int64
   */
  shipping_discount_rp: number;
  /**
   * Shipping cost beyond that since the address was corrected, rupiah: the shop bears it; below 0, the amount is
   * left to the shop.
   * @format int64
   */
  shipping_borne_rp: number;
  /**
   * Total to be paid, rupiah.
   * @format int64
   */
  total_rp: number;
  /**
   * Part of it still to be refunded after its returns, rupiah; null while a return is under way, which comes first.
   * @format int64
   */
  refund_rp?: number | null;
  /**
   * Business volume that it earns, points.
   * @format int64
   */
  bv: number;
  plan_name: string;
  period_id: PeriodId;
  period_name: string;
  /** State of the payment at the provider; null where it is paid on delivery. */
  payment?: PaymentFacts | null;
  /** Messages exchanged with the providers about it, newest first, up to 50. */
  exchanges: KeptExchange[];
  /** Its money that waits for another administrator to approve that it goes back by hand; null where none does. */
  manual_refund?: ManualRefundFacts | null;
  /**
   * Amount that the payment provider has charged, rupiah, where that is more than the total: with a fee of its own, or as
   * finance has accepted it.
   * @format int64
   */
  charged_rp?: number | null;
  /** Money that is not where the order says, open ones first. */
  problems: ProblemFacts[];
  /** Oldest first. */
  moves: AdminMove[];
  /** Actions that its state allows now; the role is checked when one is taken. */
  actions: AdminAction[];
  /** Whether the shop was tried with it while it was closed: it counts nowhere, and can be thrown away. */
  trial: boolean;
  /**
   * The value-added tax that the goods' price after discount includes, rupiah; null where the shop was no taxable
   * business when it was placed.
   * @format int64
   */
  vat_rp?: number | null;
  /** Whether it waits for the shop's word before it is packed. */
  held: boolean;
  /** Notes by administrators, newest first. */
  notes: Note[];
  /** Tags set by administrators, in alphabetical order. */
  tags: string[];
}

/** Orders, newest first; those that wait for someone's hands, oldest first. */
export interface AdminOrders {
  orders: ListedOrder[];
  next_cursor?: string | null;
}

/** A way of the shop's own. */
export interface AdminOwnWay {
  /**
   * Such as `Ambil di toko`.
   * @minLength 1
   * @maxLength 40
   * @pattern \S
   */
  name: string;
  /**
   * Cost for a parcel of any weight, rupiah.
   * @format int64
   * @min 0
   * @max 1000000000
   */
  cost_rp: number;
  /**
   * Working days, such as `1-2`; or nothing.
   * @pattern ^(\d{1,2}(-\d{1,2})?)?$
   */
  days: string;
  /**
   * Places where it is offered; everywhere, if there are none.
   * @maxItems 100
   */
  places: string[];
}

/** A text with the one that the shop came with. */
export interface AdminPage {
  slug: string;
  title: string;
  /** Markdown. */
  body: string;
  /** The title that the shop came with. */
  default_title: string;
  /** The text that the shop came with. */
  default_body: string;
  /** Time at which the shop wrote it; null while it is the text that the shop came with. */
  updated_at?: string | null;
  /** Whether visitors cannot read it yet: a new shop publishes a text by writing it. */
  draft: boolean;
  /**
   * Version of the text that was read; 0 for the one that the shop came with. An edit names the version that it is
   * based on.
   * @format int64
   */
  version: number;
}

/** A text as the administrators' list shows it. */
export interface AdminPageEntry {
  slug: string;
  title: string;
  /** Time at which the shop wrote it; null while it is the text that the shop came with. */
  updated_at?: string | null;
  /** Whether visitors cannot read it yet: a new shop publishes a text by writing it. */
  draft: boolean;
}

/** The texts, in the order of the footer's table. */
export interface AdminPages {
  pages: AdminPageEntry[];
}

/** A period as administrators know it. */
export interface AdminPeriod {
  id: PeriodId;
  name: string;
  /** First day in Jakarta, `YYYY-MM-DD`. */
  starts_on: string;
  /** Last day in Jakarta, `YYYY-MM-DD`. */
  ends_on: string;
  /** Its last moment: earlier than the day's end where it was closed early. */
  ends_at: string;
  /** State of a period. */
  state: PeriodState;
  calculated_at?: string | null;
  /**
   * Orders that count: paid online, or completed and paid in cash.
   * @format int64
   */
  orders: number;
  /**
   * Points of those, less those of refunds.
   * @format int64
   */
  points: number;
  /**
   * Sales of those orders after discount, less refunds.
   * @format int64
   */
  sales_rp: number;
  /**
   * Version that an edit names as the state that it was made on.
   * @format int64
   */
  version: number;
}

/** A period with what its page says of it. */
export interface AdminPeriodPage {
  /** A period as administrators know it. */
  period: AdminPeriod;
  /** Names of uncalculated periods that share a day with it: a member chooses between them. */
  overlaps: string[];
  /** Whether nothing names it, so that it can be deleted. */
  is_unused: boolean;
  /** State of selling once this period is closed or deleted: another period that takes orders, or none. */
  after_closing: AfterClosing;
}

/** A page of the periods, those that begin last first. */
export interface AdminPeriods {
  periods: AdminPeriod[];
  next_cursor?: string | null;
}

/** A picture of the popup. */
export type AdminPopup = AdminShowing & {
  /** @format int64 */
  id: number;
  voucher_id: VoucherId;
  voucher_code: string;
  voucher_title: string;
  /** Whether visitors see it now: while its voucher runs, too. */
  shown: boolean;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Counts its edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
};

/** The pictures of the popup, in the shop's order. */
export interface AdminPopups {
  popups: AdminPopup[];
}

/** A product as its form shows it. */
export type AdminProduct = ProductFields & {
  id: ProductId;
  /**
   * Grows with each change of what the form holds; the form sends back the one that it read.
   * @format int64
   */
  version: number;
  category_name: string;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /** The pieces of each variant, in order; 0 where they are not counted so. */
  variant_stocks: number[];
  /**
   * Pieces sold.
   * @format int64
   */
  sold: number;
  /**
   * Average of the reviews, 0 to 5.
   * @format double
   */
  average_rating: number;
  /**
   * Number of reviews.
   * @format int64
   */
  reviews: number;
  /** Since when it is out of the shop, RFC 3339; null while it is for sale. */
  archived_at?: string | null;
  /** Whether it has not been in the shop yet; it is published by `restore`. */
  draft: boolean;
  /** Since when it is there, RFC 3339. */
  created_at: string;
};

/** A question, what the shop says to it, and whether it is hidden. */
export interface AdminQuestion {
  /** @format int64 */
  id: number;
  product_id: ProductId;
  product_name: string;
  member_id: MemberId;
  member_name: string;
  question: string;
  created_at: string;
  /** Text of the shop's answer; null where there is none. */
  answer?: string | null;
  /** Since when the answer stands there as it is. */
  answered_at?: string | null;
  /** Since when it is hidden; null while it is shown. */
  hidden_at?: string | null;
  /** Reason for hiding it. */
  hidden_reason?: string | null;
}

/** Questions, what waits for an answer first, then the newest. */
export interface AdminQuestions {
  questions: AdminQuestion[];
  next_cursor?: string | null;
}

/** A return with everything that the shop knows of it. */
export type AdminReturn = ReturnFacts & {
  /** Member who returns goods. */
  member: ReturnMember;
  /** Means of paying an order. */
  payment_method: PaymentMethod;
  /** Whether the order was paid by a transfer to the shop's own account instead. */
  bank_transfer: boolean;
  /** Actions that its state allows now; the role is checked when one is taken. */
  actions: AdminReturnAction[];
  transfer?: ReturnTransfer | null;
  /**
   * Time of the refund request to the provider, RFC 3339; null where there was none, or it was refused. As long as
   * the return waits for the answer, the shop repeats the request automatically.
   */
  refund_asked_at?: string | null;
  /** Whether the provider has said that the money cannot go back the way it came. */
  channel_refused: boolean;
  /**
   * Counts the changes; a step names the one that it was decided on.
   * @format int64
   */
  version: number;
};

/** Answer to a step of a return. */
export interface AdminReturnAnswer {
  /** The sentence to show. */
  message: string;
  /** The return as it is now. */
  data: AdminReturn;
}

/** Returns, newest first; those in a state in which they wait for someone, oldest first. */
export interface AdminReturns {
  returns: ListedReturn[];
  next_cursor?: string | null;
  /** Numbers of returns that wait for someone, each counted up to 1000. */
  waiting: WaitingReturns;
}

/** A review, what the shop says to it, and whether it is hidden. */
export interface AdminReview {
  /** @format int64 */
  id: number;
  product_id: ProductId;
  product_name: string;
  member_id: MemberId;
  member_name: string;
  /** Number of the order that the product came with. */
  order_id: string;
  /**
   * Stars, 1 to 5.
   * @format int64
   */
  rating: number;
  comment?: string | null;
  created_at: string;
  /** Answer of the shop; null where there is none. */
  answer?: string | null;
  /** Since when the answer stands there as it is. */
  answered_at?: string | null;
  /** Since when it is hidden; null while it is shown. */
  hidden_at?: string | null;
  /** Reason for hiding it. */
  hidden_reason?: string | null;
}

/** Reviews, newest first. */
export interface AdminReviews {
  reviews: AdminReview[];
  next_cursor?: string | null;
}

/** Settings chosen by the owner. */
export interface AdminSettings {
  shop_name: string;
  shop_address: string;
  shop_hours: string;
  shop_email: string;
  shop_phone: string;
  /** E.164, or nothing. */
  shop_whatsapp: string;
  /**
   * The destination that parcels leave from.
   * @format int64
   */
  shipping_origin_id: number;
  /** Name of that destination, or nothing where it is not known. */
  shipping_origin_label: string;
  /** Whether the owner has said so; until then it is the place that the program knows. */
  shipping_origin_chosen: boolean;
  /**
   * Pieces in stock from which on a product is low.
   * @format int64
   */
  low_stock: number;
  /**
   * Contact details that a leader sees of members below the direct downline: `shown` or `masked`; `unchosen`,
   * treated as `shown`, until the owner has chosen.
   */
  downline_contacts: string;
  /** Method of calculating the tax on bonuses: `flat` or `pph21`. */
  payout_tax: string;
  /** Tax withheld from a bonus where that is flat, percent, such as `2.5`. */
  payout_tax_percent: string;
  /**
   * Minimum of a member's unpaid bonuses, before tax, for them to be paid, rupiah; 0: no minimum.
   * @format int64
   */
  payout_least_rp: number;
  /**
   * For how many days after an order was completed its member may ask to return something; 0: never.
   * @format int64
   */
  return_days: number;
  /**
   * For how many days after an order was completed the shop buys back what was bought; 0: never.
   * @format int64
   */
  buyback_days: number;
  /** Part of a buy-back kept by the shop, percent, such as `10`. */
  buyback_percent: string;
  /** Whether a refund for a change of mind gives the shipping back too. */
  unwanted_refunds_shipping: boolean;
  /** The legal entity that sells and withholds tax, or nothing where it is called as the shop is. */
  legal_name: string;
  /** Its postal address, or nothing where it is the shop's. */
  legal_address: string;
  /** The shop's own tax number, 15 or 16 digits, or nothing. */
  tax_number: string;
  /** Whether the shop is a taxable business, so that its prices include value-added tax: `yes` or `no`. */
  taxable: string;
  /** Whether a product's least quantity binds who buys it. */
  minimum_binds: boolean;
  /**
   * Maximum number of unpaid orders per member; 0 for no limit.
   * @format int64
   */
  max_unpaid_orders: number;
  /**
   * Maximum number of pieces in those orders together; 0 for no limit.
   * @format int64
   */
  max_unpaid_pieces: number;
  /** Whether a COD order of a member who has never paid for one that arrived waits for the shop's word. */
  holds_first_cod: boolean;
  /**
   * For how many days a login lasts at most.
   * @format int64
   */
  session_days: number;
  /**
   * For how many hours a login lasts that is not used.
   * @format int64
   */
  session_idle_hours: number;
  /**
   * For how many days no bonus is paid to a bank account that a member has changed.
   * @format int64
   */
  bank_hold_days: number;
  /** Whether owners and finance need a second factor, and whoever moves money or power shows who they are again. */
  admin_factors: boolean;
  /** Whether members are told when an administrator sees the shop as they do. */
  tells_views: boolean;
  /**
   * For how many days an administrator who is new, or was let in anew, approves no payout; 0: for none.
   * @format int64
   */
  approval_wait_days: number;
  /**
   * For how many days what people were told is kept.
   * @format int64
   */
  message_days: number;
  /**
   * For how many years it is kept whom bonuses and refunds were transferred to, once a member is erased.
   * @format int64
   */
  books_years: number;
  /**
   * Number of backups kept in the storage; 0: no automatic backups.
   * @format int64
   */
  backups_kept: number;
  /**
   * Details that a member enters later than at registration: `profile_picture`, `no_hp`, `alamat`, `bank` (with the
   * number), `jenis_kelamin`, `tanggal_lahir`.
   */
  registration_later: string[];
  /** Banks of `bank_choices` that bonuses can be paid to, beside the banks that every shop has. */
  more_banks: string[];
  /** The banks that a shop may add. */
  bank_choices: string[];
  /** Explanation of Plan A, shown where the plan is chosen; or nothing. */
  plan_a_text: string;
  /** Explanation of Plan B, shown where the plan is chosen; or nothing. */
  plan_b_text: string;
  /** Prices shown to visitors who are not members: `member`, `both` or `retail`. */
  visitor_prices: string;
  /**
   * Counts the edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
  /** Configuration that the server was started with: whether something is set, never the value of a key. */
  operation: Operation;
}

/** Shipping options and their rules. */
export interface AdminShipping {
  couriers: OfferedCourier[];
  /** @format int64 */
  packing_days: number;
  cod: boolean;
  /** @format int64 */
  cod_most_rp: number;
  cod_places: string[];
  /** @format int64 */
  free_from_rp: number;
  /** @format int64 */
  free_most_rp: number;
  free_places: string[];
  own: AdminOwnWay[];
  /** Provinces, cities and regencies, which rules choose from. */
  places: string[];
  /**
   * Counts the edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
}

/** Display period, and whether it is running now. */
export interface AdminShowing {
  /** The first moment, RFC 3339; null for always before. */
  starts_at?: string | null;
  /** The last moment, RFC 3339; null for without end. */
  ends_at?: string | null;
  /** Whether it is switched off. */
  switched_off: boolean;
  /** Current state. */
  state: ShowingState;
}

/** A voucher with all that decides about it. */
export interface AdminVoucher {
  id: VoucherId;
  code: string;
  title: string;
  terms: string[];
  /** Below `/storage/`. */
  picture: string;
  /** Kind of discount of a voucher. */
  kind: Kind;
  /** Discount in words: `Diskon 12,5%`. */
  benefit: string;
  /** Percent of the products that it is for, such as `12.5`; 0 for another kind. */
  discount_percent: string;
  /**
   * Rupiah off the products that it is for; 0 for another kind.
   * @format int64
   */
  discount_rp: number;
  /**
   * Maximum discount, by its percentage or off the shipping, rupiah; null for no limit.
   * @format int64
   */
  most_rp?: number | null;
  /** First moment, RFC 3339. */
  starts_at: string;
  /** Last moment, RFC 3339. */
  ends_at: string;
  /**
   * Uses in all; null for without limit.
   * @format int64
   */
  quota?: number | null;
  /**
   * Uses by one member; null for without limit.
   * @format int64
   */
  member_quota?: number | null;
  /**
   * Minimum total of the products that it is for, rupiah.
   * @format int64
   */
  minimum_rp: number;
  /** Whether it is for a member's first order alone. */
  first_order: boolean;
  /** Whether it is for some products or categories alone. */
  scoped: boolean;
  /** Whether it is for chosen members alone. */
  chosen_members: boolean;
  /**
   * Uses that orders hold now.
   * @format int64
   */
  used: number;
  /** Whether a voucher runs. */
  status: VoucherStatus;
  /**
   * Counts its edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
}

/** A voucher, and what hangs on it. */
export type AdminVoucherDetail = AdminVoucher & {
  /** The products that it is for, archived ones too, where it is for some products or categories alone. */
  products: ChosenProduct[];
  /** Keys of the categories that it is for, likewise. */
  categories: number[];
  /** Members it is for, where it is for chosen members only. */
  members: ChosenMember[];
  /**
   * Orders that used it, released ones too; with any, its code stays and it cannot be deleted.
   * @format int64
   */
  orders: number;
  /**
   * Popups that show it; with any, it cannot be deleted.
   * @format int64
   */
  popups: number;
};

/** Vouchers, the ones that end last first. */
export interface AdminVouchers {
  vouchers: AdminVoucher[];
  next_cursor?: string | null;
}

/** An administrator. */
export interface Administrator {
  uid: string;
  name: string;
  email: string;
  /** Set of rights of an account. */
  role: Role;
  /** Since when the administrator may not log in. */
  suspended_at?: string | null;
}

/** A new administrator. */
export interface AdministratorAdded {
  /** An administrator. */
  staff: Administrator;
  /** The link by which the account's password is chosen; its address stands in it only where the shop sends no e-mail. */
  link?: PasswordLink | null;
}

/** An administrator with another role. */
export type AdministratorChanged = Administrator & {
  /** For an account that was a member's: the link by which its password is chosen. */
  link?: PasswordLink;
};

/** A login of an administrator. */
export interface AdministratorLogin {
  /** Names the session. */
  id: string;
  /** The administrator's. */
  uid: string;
  name: string;
  /** Set of rights of an account. */
  role: Role;
  /** The browser and the system in words, such as `Chrome di Android`. */
  device: string;
  /** The address that the administrator logged in from. */
  address: string;
  /** Time of the login, RFC 3339. */
  at: string;
  /** Time at which the session was last used, accurate to a few minutes, RFC 3339. */
  last_seen_at: string;
  /** Whether the session goes on. */
  is_open: boolean;
  /** Whether it is the session that asks. */
  is_current: boolean;
}

/** Logins of administrators, the newest first. */
export interface AdministratorLogins {
  logins: AdministratorLogin[];
}

/** The administrators, those who came first first. */
export interface Administrators {
  staff: Administrator[];
  next_cursor?: string | null;
}

/** A version of a document, with its text. */
export interface Agreement {
  /** Its name in addresses. */
  slug: Document;
  title: string;
  /**
   * Number of this version.
   * @format int64
   */
  version: number;
  /** Markdown: headings, lists, bold, italics and links. */
  body: string;
  /** All versions, newest first, also those that have not begun. */
  versions: AgreementVersion[];
}

/** A new version as it is typed. */
export interface AgreementForm {
  /**
   * Markdown, up to 50,000 characters.
   * @minLength 1
   * @maxLength 50000
   * @default ""
   * @pattern \S
   */
  body?: string;
  /**
   * Changes from the version before, in a sentence.
   * @minLength 1
   * @maxLength 300
   * @default ""
   * @pattern \S
   */
  changes?: string;
  /**
   * The day in Jakarta from which it holds, `YYYY-MM-DD`: today or later, at most a year ahead.
   * @format date
   * @default ""
   */
  effective_on?: string;
  /**
   * The newest version, which it was written over.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** A version of a document among the others. */
export interface AgreementVersion {
  /** @format int64 */
  version: number;
  /** Changes from the version before; empty for the first. */
  changes: string;
  /** Time from which it is in force; null for what the shop came with. */
  effective_at?: string | null;
  /** Time of its publication; null for what the shop came with. */
  published_at?: string | null;
  /** Whether it is the one that holds. */
  is_current: boolean;
}

/** Number of entries and their total. */
export interface Amount {
  /** @format int64 */
  count: number;
  /**
   * Rupiah.
   * @format int64
   */
  amount_rp: number;
}

/** A change of a number. */
export interface AmountForm {
  /** Kind of change of a number. */
  kind: AmountKind;
  /**
   * For `set` and `add`.
   * @format int64
   * @min -1000000000
   * @max 1000000000
   */
  amount?: number | null;
  /**
   * For `percent`: more than -100, up to 1,000, with at most two decimals.
   * @pattern ^-?\d{1,4}([.,]\d{1,2})?$
   */
  percent?: string | null;
  /**
   * For `percent`: what the number is a multiple of afterwards, halves away from zero; 1 without it.
   * @format int64
   * @min 1
   * @max 1000000
   */
  step?: number | null;
}

/** The amount that was asked for, and the fee that the provider has added to it. */
export interface AmountInfo {
  /**
   * Amount that the shop has asked for, such as `177000`.
   * @default null
   */
  original_amount?: string | null;
  /**
   * Amount that the buyer is charged, such as `177071`.
   * @default null
   */
  gross_amount?: string | null;
  /**
   * The provider's fee that the buyer bears, such as `71`.
   * @default null
   */
  customer_imposed_payment_fee?: string | null;
}

/** Request to set or remove a question's answer. */
export interface AnswerQuestion {
  /**
   * Up to 1,000 characters; empty to take the answer away.
   * @maxLength 1000
   * @default ""
   */
  answer?: string;
  /**
   * `answered_at` of the question that was looked at.
   * @default null
   */
  answered_at?: string | null;
}

/** Request to answer a review. */
export interface AnswerReview {
  /**
   * Up to 1,000 characters; empty to take the answer away.
   * @maxLength 1000
   * @default ""
   */
  answer?: string;
  /**
   * `answered_at` of the review that was looked at.
   * @default null
   */
  answered_at?: string | null;
}

/** Secret for a new authenticator app. */
export interface AppBegun {
  /** To be typed, base32. */
  secret: string;
  /** The same as `otpauth://…`, to be drawn as a QR code. */
  url: string;
}

/** The first code of a new app. */
export interface AppProof {
  /**
   * Six digits.
   * @maxLength 40
   */
  code: string;
}

/** A question as it is sent. */
export interface AskQuestion {
  product_id: ProductId;
  /**
   * 1 to 500 characters.
   * @minLength 1
   * @maxLength 500
   * @pattern \S
   */
  question: string;
}

/** A change as the log shows it. */
export interface AuditEntry {
  /** @format int64 */
  id: number;
  /** Time, RFC 3339. */
  at: string;
  /** The administrator's name. */
  actor_name: string;
  /** The administrator's e-mail address. */
  actor_email: string;
  /** Action: `create`, `update`, `delete`, or a verb such as `ship`. */
  action: string;
  /** Kind of thing changed. */
  subject: Subject;
  /** Its identifier, as people know it. */
  key: string;
  /** Current name of the subject; null if it was deleted, or has no name but its key. */
  title?: string | null;
  /** The key of its page, where it has another one than this; null for what is gone. */
  target?: string | null;
  /** Values that differ, before the change; null for what was new. */
  before?: object | null;
  /** Values that differ, after the change; null for what was removed. */
  after?: object | null;
}

/** The audit log, newest first. */
export interface AuditLog {
  entries: AuditEntry[];
  next_cursor?: string | null;
}

/** A backup in the storage. */
export interface Backup {
  /** Its name, by which it is taken away. */
  name: string;
  /** Time at which it was begun. */
  made_at: string;
  /**
   * Its size.
   * @format int64
   * @min 0
   */
  bytes: number;
  /** Whether nobody reads it without the key. */
  is_encrypted: boolean;
}

/** Result of reading back the newest backup. */
export interface BackupCheck {
  /** The backup. */
  name: string;
  /** Time of reading it back. */
  checked_at: string;
  /**
   * Rows of all tables.
   * @format int64
   * @min 0
   */
  rows: number;
  /**
   * Pictures and other files.
   * @format int64
   * @min 0
   */
  files: number;
}

/** The shop's backups. */
export interface BackupList {
  /** Complete backups, newest first. */
  backups: Backup[];
  /** Result of checking the newest. */
  check?: BackupCheck | null;
  /** The attempt after that, if it failed. */
  failed?: FailedBackup | null;
  /** Whether one is being made. */
  is_under_way: boolean;
  /** Whether the next is encrypted. */
  is_encrypted: boolean;
  /**
   * Number of backups kept; 0: none is made automatically.
   * @format int64
   */
  kept: number;
}

/** State of a member's bank account. */
export interface BankAccount {
  /** End of the time without bonus payments because the account is new, RFC 3339; null where it is not new. */
  held_until?: string | null;
  /**
   * Time at which a transfer to the account failed, RFC 3339: no bonus is paid until the member names another
   * account or confirms this one; null if none has failed since.
   */
  failed_at?: string | null;
  /** The newest changes, newest first. Whoever handles no money sees the last digits of each account. */
  changes: BankAccountChange[];
}

/** A change of a bank account. */
export interface BankAccountChange {
  /** Time of the change, RFC 3339. */
  changed_at: string;
  /** The bank before; empty where there was none. */
  bank_before: string;
  /** The account before. */
  bank_account_before: string;
  /** The bank since then. */
  bank: string;
  /** The account since then. */
  bank_account: string;
}

/** A column of a file. */
export interface BankFileColumn {
  /**
   * Heading above it, where the file has headers; or empty.
   * @maxLength 100
   */
  title: string;
  /** Content of the cells of a column. */
  cells: Cells;
  /**
   * The text of its cells, where they all are the same; or nothing.
   * @maxLength 100
   */
  text: string;
}

/** The formats as they are typed. */
export interface BankFileForm {
  /** @maxItems 20 */
  formats: BankFileFormat[];
  /**
   * The version that was edited.
   * @format int64
   */
  version: number;
}

/** Bank's file format for transfers. */
export interface BankFileFormat {
  /**
   * Such as `Bank Mandiri, sesama bank`; no two of a shop have the same.
   * @minLength 1
   * @maxLength 40
   * @pattern \S
   */
  name: string;
  /** Separator between the cells of a file. */
  separator: Separator;
  /** Whether the first row says what the columns are. */
  has_header: boolean;
  /** Whether the file begins with the mark of UTF-8, by which Excel knows it. */
  has_mark: boolean;
  /** To accounts of which banks the transfers in a file go. */
  banks: OfBanks;
  /**
   * Bank that the format is for; empty for all.
   * @maxLength 40
   */
  bank: string;
  /**
   * @maxItems 30
   * @minItems 1
   */
  columns: BankFileColumn[];
}

/** The formats of a shop. */
export interface BankFileFormats {
  formats: BankFileFormat[];
  /**
   * Counts the edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
}

/** A banner of the home page. */
export interface Banner {
  /** @format int64 */
  id: number;
  /** Below `/storage/`, 1560 by 531 pixels. */
  picture: string;
  /** Picture's alternative text. */
  alt: string;
  /** Target of the link, an address inside the shop. */
  link?: string | null;
}

/** A banner as it is typed. */
export type BannerForm = ShowingForm & {
  /**
   * As `POST /api/admin/pictures` named it.
   * @maxLength 200
   * @default ""
   * @pattern ^banners/[A-Za-z0-9_-][A-Za-z0-9_.-]*$
   */
  picture?: string;
  /**
   * Picture's alternative text.
   * @minLength 1
   * @maxLength 200
   * @default ""
   * @pattern \S
   */
  alt?: string;
  /**
   * A page of the shop, such as `/voucher`; null or empty for nowhere.
   * @maxLength 500
   * @default null
   */
  link?: string | null;
  /**
   * The version that was edited; of no meaning for a new one.
   * @format int64
   * @default 0
   */
  version?: number;
};

/** Information about a price beside the amount paid; each field is left out where there is nothing to say. */
export interface BesidePrice {
  /**
   * The price that a promotion strikes through, rupiah.
   * @format int64
   */
  harga_coret?: number | null;
  /** The promotion's last moment, RFC 3339. */
  promo_sampai?: string | null;
  /**
   * Retail price for non-members, rupiah; equal to the price paid where members pay less and only they see their
   * price.
   * @format int64
   */
  harga_umum?: number | null;
}

/** A bonus of a member. */
export interface Bonus {
  id: BonusId;
  bv_period_id: PeriodId;
  bv_period_name: string;
  /**
   * Before tax, rupiah.
   * @format int64
   */
  bonus_rupiah: number;
  /**
   * Tax withheld from it, rupiah: as in its payout, or by today's setting as in a payout of this bonus alone; null
   * for a bonus that was paid without a payout.
   * @format int64
   */
  tax_rp?: number | null;
  /**
   * Amount transferred: the bonus less its tax, rupiah; null where the tax is.
   * @format int64
   */
  net_rp?: number | null;
  /** Whether a bonus has been transferred. */
  status: BonusStatus;
  /** Reason for the failure of its last transfer, until it is paid; null where none failed. */
  failed_transfer?: TransferFailure | null;
  /** Sum of the member's bonuses, where this one waits because the sum is too small; else null. */
  waiting?: WaitingBonuses | null;
  /**
   * Key below `/storage/` of a picture of this bonus's transfer alone, which takes its member's session; null where there
   * is none.
   */
  proof_transfer?: string | null;
  /**
   * Points of all below the caller in the period.
   * @format int64
   */
  total_downline_bv: number;
}

/** A component of the plan in a bonus. */
export interface BonusComponent {
  code: string;
  name: string;
  /** `personal`, `level`, `differential`, `generation` or `pool`. */
  kind: string;
  /**
   * Amount that it paid in this bonus.
   * @format int64
   */
  rupiah: number;
  /** Needs that must all be met for it to pay. */
  needs: BonusNeed[];
  /** Points that passed the member by because they did not meet them; null where nothing did, or where it was not kept. */
  skipped?: Skipped | null;
}

/** @format int64 */
export type BonusId = number;

/** A part of a bonus. */
export interface BonusLine {
  /** @format int64 */
  id: number;
  /** Member whose points they are. */
  member_name: string;
  member_uid: string;
  /**
   * Steps below the member, of a generation its number: 0 is the member's own volume.
   * @format int64
   */
  level: number;
  /**
   * Points.
   * @format int64
   */
  bv: number;
  /**
   * The rate in percent.
   * @format double
   */
  rate: number;
  /** The rate in percent as decimal text, such as `12.5`. */
  rate_text: string;
  /**
   * Amount of the line.
   * @format int64
   */
  rupiah: number;
  /** The component of the plan that pays it: its code. */
  component: string;
  component_name: string;
  /** `personal`, `level`, `differential`, `generation` or `pool`. */
  component_kind: string;
  /** Rates whose difference is the rate of a differential; null for other kinds. */
  difference?: Difference | null;
  /** Shares by which a pool was divided; null where they were not kept, or for other kinds. */
  shares?: Shares | null;
}

/** The lines of a bonus; all of them sum to it exactly. */
export interface BonusLines {
  /** @format int64 */
  bonus_rupiah: number;
  /**
   * Value of a point, rupiah: a line is points × this × rate / 100, rounded down.
   * @format int64
   */
  point_value: number;
  /** Whether the bonuses of the period came to more than the cap, so that each line was scaled down. */
  is_scaled: boolean;
  /** Sum of all bonuses of the period before the cap, and that cap; null where they were not reduced. */
  scaled?: Scale | null;
  /**
   * Amount of this bonus before the cap of a single member, and that cap; null where it was not reached. Each line
   * is scaled by it first, and rounded down.
   */
  member_scaled?: Scale | null;
  /** Name of the plan that it was calculated by. */
  plan_name: string;
  /** The rank that the member held in the period: its code in the plan. */
  rank: string;
  rank_name: string;
  /** Components of the plan, in its order. */
  components: BonusComponent[];
  /** By component in the plan's order, the member's own volume first, then level by level. */
  lines: BonusLine[];
  next_cursor?: string | null;
}

/** Something that the plan asks for, and what there was of it. */
export interface BonusNeed {
  /** `pv`, `gv`, `pgv`, `leg_gv`, `legs_with_rank`, `directs_with_rank`, `total_gv` or `rank`. */
  metric: string;
  /** Plans whose points it measures, A, B or both; null where it measures none, or both in all periods. */
  volume?: Volume | null;
  /**
   * Number of the leg, 1 the strongest; null where it measures no leg.
   * @min 0
   */
  nth?: number | null;
  /** Name of the rank that it asks for; null where it asks for none. */
  rank_name?: string | null;
  /**
   * Value that is enough; 1 for a rank.
   * @format int64
   */
  at_least: number;
  /**
   * Value found; for a rank 1 if it or a higher one was held, else 0.
   * @format int64
   */
  has: number;
  /**
   * Amount missing, 0 if the need was met.
   * @format int64
   */
  missing: number;
  is_met: boolean;
}

/** Bonuses of a period that are not paid. */
export interface BonusesDue {
  period_id: PeriodId;
  period_name: string;
  /** @format int64 */
  count: number;
  /**
   * Before tax, rupiah.
   * @format int64
   */
  amount_rp: number;
}

/** Bonuses that wait to be paid. */
export interface BonusesToPay {
  /** @format int64 */
  count: number;
  /** @format int64 */
  amount_rp: number;
}

/** The books of some days or periods. */
export interface Books {
  /** Each that something moved in, or is open of; newest first. */
  rows: BooksRow[];
  /** Totals of the rows. */
  total: Figures;
  /** Amounts open now, regardless of their date. */
  open: OpenBooks;
}

/** A day or a period of the books. */
export interface BooksRow {
  /** The day in Jakarta, `YYYY-MM-DD`; null for a period. */
  date?: string | null;
  /** The period; null for a day. */
  period_id?: PeriodId | null;
  /** Its name. */
  period_name?: string | null;
  /** Amounts that moved on a day or in a period, and amounts from then that are open now. */
  figures: Figures;
}

/** The brand as it is typed. */
export interface BrandForm {
  /**
   * The company behind the shop; nothing where it is called as the shop is.
   * @maxLength 60
   * @default ""
   */
  company?: string;
  /**
   * Kinds of goods sold, worded to follow the word `produk`.
   * @maxLength 100
   * @default ""
   */
  goods?: string;
  /**
   * @maxLength 80
   * @default ""
   */
  hero_title?: string;
  /**
   * @maxLength 200
   * @default ""
   */
  hero_text?: string;
  /**
   * @maxLength 40
   * @default ""
   */
  about_heading?: string;
  /**
   * @maxLength 40
   * @default ""
   */
  help_heading?: string;
  /**
   * Promises of the shop about its goods, a line each.
   * @maxLength 600
   * @default ""
   */
  promises?: string;
  /**
   * Key returned by an upload for `brand`, or the present value.
   * @default ""
   */
  logo?: string;
  /**
   * Key returned by an upload for `brand`, or the present value.
   * @default ""
   */
  logo_dark?: string;
  /**
   * Key returned by an upload for `brand`, or the present value: a square of 512 pixels a side.
   * @default ""
   */
  icon?: string;
  /**
   * `#rrggbb`, or nothing.
   * @default ""
   * @pattern ^(#[0-9a-fA-F]{6})?$
   */
  accent?: string;
  /**
   * An address that begins with `https://`, or nothing.
   * @maxLength 200
   * @default ""
   */
  instagram?: string;
  /**
   * An address that begins with `https://`, or nothing.
   * @maxLength 200
   * @default ""
   */
  facebook?: string;
  /**
   * An address that begins with `https://`, or nothing.
   * @maxLength 200
   * @default ""
   */
  tiktok?: string;
  /**
   * An address that begins with `https://`, or nothing.
   * @maxLength 200
   * @default ""
   */
  youtube?: string;
  /**
   * The version that was edited.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** Result of a change of many products. */
export interface BulkAnswer {
  /** Whether it was done; if not, nothing was. */
  applied: boolean;
  /**
   * Products that change.
   * @min 0
   */
  changed: number;
  /**
   * Products that are so already.
   * @min 0
   */
  unchanged: number;
  /**
   * Products with which it cannot be done; as long as there are some, nothing can be.
   * @min 0
   */
  refused: number;
  /** The products, by key; none once it is done. */
  products: BulkProduct[];
  /** To be sent with the same change, to do it; empty once it is done. */
  digest: string;
}

/** Requested change of each product; fields that are left out stay as they are. */
export interface BulkChange {
  /** The price, rupiah. */
  price?: AmountForm | null;
  /** The business volume, points. */
  bv?: AmountForm | null;
  /**
   * The category.
   * @format int64
   */
  category_id?: number | null;
  /**
   * The minimum order, pieces.
   * @format int64
   * @min 1
   * @max 1000
   */
  min_order?: number | null;
  /**
   * The shipping weight, grams.
   * @format int64
   * @min 0
   * @max 1000000
   */
  weight_gr?: number | null;
  /**
   * Storage location of the pieces; empty to remove it.
   * @maxLength 30
   */
  shelf?: string | null;
  /** `true` takes them out of the shop, `false` brings them into it, drafts too. */
  archived?: boolean | null;
}

/** Change of one field. */
export interface BulkFieldChange {
  /** `price_rp`, `bv`, `category`, `min_order`, `weight_gr`, `shelf` or `status`. */
  field: string;
  before: string;
  after: string;
}

/** A change of many products. */
export interface BulkForm {
  /**
   * The products, up to 500.
   * @maxItems 500
   * @minItems 1
   */
  ids: ProductId[];
  /** Requested change of each product; fields that are left out stay as they are. */
  change: BulkChange;
  /** Whether only to tell what would be done. */
  dry_run: boolean;
  /** Digest from the preview: ensures that the change made now is the one that was shown. */
  digest?: string | null;
  /**
   * Makes the request repeatable: the same token changes the products once. 16 to 64 letters, digits, `-` or `_`.
   * @pattern ^[A-Za-z0-9_-]{16,64}$
   */
  token?: string | null;
}

/** Change of one product. */
export interface BulkProduct {
  id: ProductId;
  /** Its name; empty for a product that is not there any more. */
  name: string;
  changes: BulkFieldChange[];
  /** Reason why the change is not possible. */
  problem?: string | null;
}

/** A member, as the list names them. */
export interface Buyer {
  uid: string;
  name: string;
}

/** Points earned by the caller's downline. */
export interface BvHistory {
  success: boolean;
  message: string;
  history: BvHistoryEntry[];
  /**
   * Points of all below the caller in all periods.
   * @format int64
   */
  total_bv: number;
  next_cursor?: string | null;
}

/** An order line that earned points, or took them back. */
export interface BvHistoryEntry {
  /**
   * Key of the order line; a line of which something went back stands in the list again.
   * @format int64
   */
  transaction_product_id: number;
  product_name: string;
  /**
   * Key of the plan that the order earned in.
   * @format int64
   */
  checkout_plan: number;
  bv_period_name: string;
  /**
   * Pieces that were bought, or went back.
   * @format int64
   */
  quantity: number;
  /**
   * Points of one piece.
   * @format int64
   */
  product_bv: number;
  /**
   * Points of the pieces, negative for what went back.
   * @format int64
   */
  total_bv: number;
  created_at: string;
  member_name: string;
  /** Masked (`b***@m***`) below the direct downline if the shop wants it so. */
  member_email: string;
}

/** A BV period. */
export interface BvPeriod {
  /** Key. */
  id: PeriodId;
  /** Name. */
  name: string;
  /** First day in Jakarta, `YYYY-MM-DD`. */
  start_date: string;
  /** Last day in Jakarta, `YYYY-MM-DD`. */
  end_date: string;
}

/** All periods. */
export interface BvPeriods {
  data: BvPeriod[];
}

/** Points that the caller has earned in a period. */
export interface BvReport {
  /** Nothing while the shop has no period. */
  period?: BvPeriod | null;
  /**
   * Own points of the period, over all orders whatever is searched for.
   * @format int64
   */
  total_bv: number;
  /** Every plan, most points first. */
  plans: PlanBv[];
  /** Points below 0 from refunds: of another period, carried into this one, or of this one, carried on. */
  carried: CarriedBv[];
  /** Newest first. */
  transactions: BvTransaction[];
  next_cursor?: string | null;
}

/** The report, where the specification looks for it. */
export interface BvReportData {
  /** Points that the caller has earned in a period. */
  data: BvReport;
}

/** The caller's allocated points of a period. */
export interface BvSummary {
  is_calculated: boolean;
  message: string;
  /**
   * Points in Plan A; 0 until the period is calculated.
   * @format int64
   */
  plan_a: number;
  /**
   * Points in Plan B; 0 until the period is calculated.
   * @format int64
   */
  plan_b: number;
  /**
   * Both together.
   * @format int64
   */
  total_bv: number;
}

/** An order of the caller that has points in the period. */
export interface BvTransaction {
  /** @format int64 */
  id: number;
  /** Its number. */
  order_id: string;
  created_at: string;
  /** State of the payment. */
  status: PaymentStatus;
  /**
   * The plan that it earns in.
   * @format int64
   */
  id_plan: number;
  /**
   * Amount that was due, rupiah.
   * @format int64
   */
  gross_amount: number;
  /**
   * Points that it has in this period: negative if only its refund is in it, 0 if both are.
   * @format int64
   */
  total_bv: number;
  products: OrderProduct[];
}

/** The period's name as it was typed, and what was seen. */
export interface CalculateRequest {
  /** The period's name, typed by whoever confirms. */
  name: string;
  /** The `digest` of the preview that was looked at. */
  digest: string;
}

/** Result of a period's calculation, or of a preview of it now. */
export interface Calculation {
  /** Time of the calculation; null for a preview. */
  calculated_at?: string | null;
  /** Whether the period has ended, so that it can be calculated. */
  is_over: boolean;
  /** The version of the compensation plan. */
  plan_id: CompensationPlanId;
  /**
   * Members who have points.
   * @format int64
   */
  members: number;
  /**
   * Number of bonuses.
   * @format int64
   */
  bonuses: number;
  /**
   * Sales of the period's orders after discount, less refunds.
   * @format int64
   */
  sales_rp: number;
  /**
   * The most that the bonuses may come to.
   * @format int64
   */
  cap_rp: number;
  /**
   * Total of the bonuses before the cap.
   * @format int64
   */
  uncapped_rp: number;
  /**
   * Total after the cap.
   * @format int64
   */
  bonus_rp: number;
  /**
   * The bonuses in percent of the sales, with two decimals.
   * @format double
   */
  bonus_percent: number;
  /**
   * The most that they may be, in percent of the sales.
   * @format double
   */
  cap_percent: number;
  /** The largest bonuses, largest first, up to 20. */
  largest: LargeBonus[];
  /**
   * Orders of the period that are neither paid nor given up: they will count in a later period.
   * @format int64
   */
  waiting_orders: number;
  /**
   * Value of those orders after discount.
   * @format int64
   */
  waiting_rp: number;
  /** Names what this was worked out from, for calculating exactly that; null once it is calculated. */
  digest?: string | null;
}

/** Member's reason for cancelling an order. */
export interface Cancel {
  /**
   * Up to 300 characters.
   * @maxLength 300
   */
  reason?: string | null;
}

/** Candidate for administrator: details that show whether it is the colleague who is meant. */
export interface Candidate {
  uid: string;
  name: string;
  email: string;
  /** Set of rights of an account. */
  role: Role;
  /** Whether the account has proven that the address is its own. */
  email_verified: boolean;
  /** Time of joining, RFC 3339. */
  joined_at: string;
  /**
   * Number of orders placed by the member.
   * @format int64
   */
  orders: number;
}

/** Points that were carried into a period, or out of it. */
export interface CarriedBv {
  /** The other period. */
  period_id: PeriodId;
  /** Its name. */
  period_name: string;
  /**
   * Points: negative for those that came from the other period, positive for those that went there.
   * @format int64
   */
  total_bv: number;
}

/** A line of a cart. */
export interface CartLine {
  id: CartLineId;
  product_id: ProductId;
  /**
   * Pieces.
   * @format int64
   */
  quantity: number;
  /**
   * Pieces that the shop has.
   * @format int64
   */
  stock: number;
  variant?: string | null;
  user_email: string;
  name: string;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Price paid for one piece, rupiah.
   * @format int64
   */
  harga: number;
  /**
   * The price that a promotion strikes through, rupiah.
   * @format int64
   */
  harga_coret?: number | null;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
  /**
   * Shipping weight of one piece, grams.
   * @format int64
   */
  beratPengiriman: number;
  /**
   * Minimum order, pieces.
   * @format int64
   */
  pemesananMin: number;
}

/** @format int64 */
export type CartLineId = number;

/** Whether one can pay at the door. */
export interface CashOnDelivery {
  /** Whether it is offered at this place. */
  offered: boolean;
  /**
   * The highest total that is paid so, rupiah; null for any.
   * @format int64
   */
  most_rp?: number | null;
}

/** A category. */
export interface Category {
  /** @format int64 */
  id: number;
  name: string;
  /** Below `/storage/`. */
  picture: string;
}

/** A category as a form sends it. */
export interface CategoryForm {
  /**
   * Name, up to 60 characters; no two categories have the same.
   * @minLength 1
   * @maxLength 60
   * @pattern \S
   */
  name?: string;
  /**
   * The picture as the upload named it; empty for one that the shop draws.
   * @maxLength 200
   * @pattern ^(categories/[A-Za-z0-9_-][A-Za-z0-9_.-]*)?$
   */
  picture?: string;
  /**
   * The version that the form read; not for a new one.
   * @format int64
   */
  version?: number | null;
}

/** The order of the categories. */
export interface CategoryOrder {
  /** All categories, as they should stand. */
  ids: number[];
  /** All categories, as they stood when they were moved. */
  was: number[];
}

/** Change of one cell. */
export interface CellChange {
  /** The column, by its name in the shop's files. */
  column: string;
  /** Present content; null for a new product. */
  before?: string | null;
  /** Content after the import. */
  after: string;
}

/** Whether a member hears of something over a channel. */
export interface ChannelChoice {
  /** Channel of a message. */
  channel: MessageChannel;
  on: boolean;
}

/** An event of an answer. */
export interface ChatEvent {
  /** Kind of an event in an answer. */
  event: ChatEventKind;
  /** JSON. */
  data: string;
}

/** A temporary checkout. */
export interface CheckoutDraft {
  checkout_token: string;
  selected_products: SelectedProduct[];
}

/** A choice of one kind over one channel. */
export interface ChoiceForm {
  /** Topic of a message. */
  kind: MessageKind;
  /** Channel of a message. */
  channel: MessageChannel;
  /** Whether the member wants to hear of it there. */
  on: boolean;
}

/** A member whom a voucher was given to. */
export interface ChosenMember {
  uid: string;
  name: string;
}

/** A product that a voucher is for. */
export interface ChosenProduct {
  id: ProductId;
  name: string;
}

/** By what a product, or a variant of it, is found in the warehouse. */
export interface Codes {
  /** The shop's own number; empty for none. */
  sku: string;
  /** Barcode that a scanner reads from a piece; empty for none. */
  barcode: string;
  /** Storage location of its pieces; empty if not given. */
  shelf: string;
}

/** Members joining in a month. */
export interface Cohort {
  /** The month in Jakarta, `YYYY-MM`. */
  month: string;
  /**
   * Number of members who joined in it; administrators and erased accounts are not counted.
   * @format int64
   */
  joined: number;
  /**
   * Number of them with an order that came to count as paid: in the month itself, in the next, and so on up to this
   * month.
   */
  bought: number[];
}

/** Retention of members. */
export interface Cohorts {
  /** The last twelve months, oldest first. */
  months: Cohort[];
}

/** @format int64 */
export type CompensationPlanId = number;

/** A component in a document. */
export type ComponentDocument = KindDocument & {
  /**
   * Its name among the components.
   * @pattern ^[a-z0-9_]{1,24}$
   */
  code: string;
  /** Display name. */
  name: string;
  /** Needs that a member must all meet to be paid. */
  needs: NeedDocument[];
};

/** Fresh proof of identity. */
export type Confirmation = Proof & {
  /**
   * The password, for an account without a second factor.
   * @maxLength 1024
   */
  password?: string | null;
  /**
   * With a passkey: what asking for it answered.
   * @maxLength 100
   */
  challenge?: string | null;
};

/** A session that has shown who it is. */
export interface Confirmed {
  /** Time until which no new confirmation is needed, RFC 3339. */
  until: string;
}

/** A member's corner of the network, as it is in a period. */
export interface Corner {
  /**
   * Value of a point in rupiah.
   * @format int64
   */
  point_value_rp: number;
  /**
   * The most that a member is paid, rupiah.
   * @format int64
   */
  member_cap_rp?: number | null;
  /**
   * The place of the rank from which a member is a head of a group of their own.
   * @min 0
   */
  boundary?: number | null;
  /** Lowest first. */
  ranks: CornerRank[];
  /** In the order of the plan. */
  components: CornerComponent[];
  /**
   * The place of the rank that is held for ever.
   * @min 0
   */
  held: number;
  /** Own points as they were earned, before the allocation; below 0 after refunds. */
  earned: PlanVolumes;
  /** Points of everyone below, allocated. */
  below: PlanVolumes;
  /** Points of those below who belong to the personal group, allocated. */
  group: PlanVolumes;
  /**
   * Points of the whole group in the periods that are calculated.
   * @format int64
   */
  total_before: number;
  /** For each rank, by its place: in how many legs someone holds it or a higher one. */
  legs_with_rank: number[];
  /** For each rank, by its place: how many direct followers hold it or a higher one. */
  directs_with_rank: number[];
  /** The strongest legs: those that needs ask for, and those that are shown. */
  legs: CornerLeg[];
  /** Bonus of the period as it stands, in rupiah by component, after the member's cap. */
  paid_rp: number[];
}

/** A component of the plan, with what everyone else's points make of it. */
export interface CornerComponent {
  /** Its code. */
  code: string;
  /** Its name. */
  name: string;
  /** Payment rule. */
  kind: CornerKind;
  /** For which points. */
  volume: Volume;
  /** Needs that must all be met to be paid. */
  needs: CornerNeed[];
  /**
   * Percent as decimal text by rank for a differential; else of own points, of the first level or generation, or of
   * the fund.
   */
  rates: string[];
  /**
   * Bonus from everyone below, in rupiah, by the rank that is held; for levels and generations one number for all
   * ranks, and empty for components that pay nothing for members below.
   */
  below_rp: number[];
  /**
   * Points of everyone but the member, for a pool; else 0.
   * @format int64
   */
  others_points: number;
  /**
   * Shares of everyone but the member, for a pool; else 0.
   * @format int64
   */
  others_shares: number;
  /** Own shares by the rank that is held, for a pool. */
  shares: number[];
  /** Whether who does not meet the needs uses up a level or a rate nevertheless. */
  uses_up?: boolean;
}

/** Data on the effect of other points of a direct follower. */
export interface CornerFollower {
  /**
   * The place of the rank that the follower holds for ever.
   * @min 0
   */
  held: number;
  /**
   * The place of the highest rank that someone below the follower holds.
   * @min 0
   */
  highest: number;
  /**
   * Points of the follower's whole group in the periods that are calculated.
   * @format int64
   */
  total_before: number;
  /** For each rank, by its place: in how many of the follower's legs someone holds it or a higher one. */
  legs_with_rank: number[];
  /** For each rank, by its place: how many directly below the follower hold it or a higher one. */
  directs_with_rank: number[];
  /** Points of the follower's strongest legs, those that needs ask for: of Plan A, of Plan B and of both. */
  strongest: number[][];
  /**
   * Bonus of the member from those below the follower, in rupiah by component. For levels and generations: if the
   * follower uses up none, and if one; for differentials: if the follower gives nothing, and if the rate of each
   * rank, each of these by the rank that the member holds; empty for others.
   */
  through_rp: number[][];
}

/** A direct follower of the member, with everyone below that follower. */
export interface CornerLeg {
  /** Points of all of them, allocated. */
  points: PlanVolumes;
  /** The follower's own points as they were earned, before the allocation; below 0 after refunds. */
  earned: PlanVolumes;
  /** Points of the follower's personal group, allocated. */
  group: PlanVolumes;
  /**
   * The place of the rank that the follower holds.
   * @min 0
   */
  rank: number;
  /** Data for trying other points of the follower; `None` for legs that are too weak for that. */
  follower?: CornerFollower | null;
}

/** Condition that must be met. */
export interface CornerNeed {
  /** Measured quantity. */
  metric: CornerMetric;
  /** Kind of points, where it measures points. */
  volume: Volume;
  /**
   * Number of the leg, 1 the strongest; 0 where it measures no leg.
   * @min 0
   */
  nth: number;
  /**
   * The rank that it asks for, by its place; 0 where it asks for none.
   * @min 0
   */
  rank: number;
  /**
   * Minimum that meets it.
   * @format int64
   */
  at_least: number;
}

/** A rank of the plan. */
export interface CornerRank {
  /** Its name. */
  name: string;
  /** Needs that must all be met. */
  needs: CornerNeed[];
}

/** Data of a member that can be corrected, by the names of the profile. */
export interface Correctable {
  /**
   * Full name.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * Mobile number in any usual Indonesian spelling; empty where there was none.
   * @pattern ^((\+?62|0)?8[1-35-9]\d{7,10})?$
   */
  no_hp: string;
  /**
   * Postal address; empty where there was none.
   * @maxLength 300
   */
  alamat: string;
  /**
   * `L` or `P`; empty where it was not said.
   * @pattern ^[LP]?$
   */
  jenis_kelamin: string;
  /**
   * Birth date, `YYYY-MM-DD`; empty where it was not said.
   * @pattern ^(\d{4}-\d{2}-\d{2})?$
   */
  tanggal_lahir: string;
}

/** A member's data as they are to be, and as they were when someone looked. */
export type Correction = Correctable & {
  /** Values seen before the correction. */
  was: Correctable;
  /**
   * Reason for the log and the member; up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
};

/** A document with how many have accepted what holds. */
export type CountedAgreement = AdminAgreement & {
  /**
   * Number of members who have accepted the version in force.
   * @format int64
   */
  accepted: number;
};

/** An order as the checkout sends it. */
export interface CreateTransaction {
  userId?: MemberId | null;
  /** @format int64 */
  id_plan?: number | null;
  /**
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  receiver_name: string;
  /** @pattern ^[ .()-]*(\+?62|0)?[ .()-]*8[0-9 .()-]{8,20}$ */
  receiver_phone: string;
  /**
   * @format email
   * @maxLength 254
   */
  receiver_email: string;
  /**
   * Street address and the label of the destination.
   * @minLength 1
   * @maxLength 500
   * @pattern \S
   */
  receiver_address: string;
  /**
   * Total that the shopper was shown, rupiah; it must be what the server computes.
   * @format int64
   * @min 0
   */
  gross_amount: number;
  voucher_code?: string | null;
  /**
   * Shown to the shopper; the server asks for it again.
   * @format int64
   * @min 0
   */
  shipping_cost?: number | null;
  /** `JNE - REG23`. */
  shipping_method?: string | null;
  /** Means of paying an order. */
  payment_method: PaymentMethod;
  /**
   * @maxItems 100
   * @minItems 1
   */
  products: Selection[];
  bv_period_id: PeriodId;
  /**
   * Makes the call repeatable: the same token with the same contents gives the same order.
   * @pattern ^[A-Za-z0-9_-]{16,64}$
   */
  checkout_token: string;
  /**
   * @format int64
   * @min 1
   */
  receiver_destination_id: number;
}

/** The version of a document that holds. */
export interface CurrentAgreement {
  /** Its name in addresses. */
  slug: Document;
  title: string;
  /** @format int64 */
  version: number;
}

/** Request to decrease a cart line. */
export interface Decrease {
  user_email?: string | null;
  product_id: ProductId;
  /**
   * Pieces to take out, 1 or more.
   * @format int64
   * @min 1
   */
  quantity: number;
  /** Name of the variant; without it, the product's oldest line. */
  variant?: string | null;
}

/** Remainder of a decreased line. */
export interface Decreased {
  success: boolean;
  line?: CartLine | null;
}

/** A subdistrict that can be shipped to. */
export interface Destination {
  /**
   * The provider's own id.
   * @format int64
   */
  id: number;
  /** `Subdistrict, District, City, Province Zip`. */
  label: string;
  /** Kelurahan or desa. */
  subdistrict_name: string;
  /** Kecamatan. */
  district_name: string;
  /** City or regency. */
  city_name: string;
  /** Province, or nothing where the provider does not tell. */
  province_name: string;
  /** Postal code. */
  zip_code: string;
}

/** Result of a search. */
export interface DestinationList {
  success: boolean;
  data: Destination[];
}

/** The logins of an account that go on, the one used last first. */
export interface Devices {
  sessions: LoginSession[];
  /**
   * Times at which the shop viewed the account as its member sees it, as far as the member was informed; newest
   * first.
   */
  views: ShopView[];
}

/** The two rates of a differential, percent as decimal text. */
export interface Difference {
  /** The rate of the member's rank. */
  own_rate_text: string;
  /** Rate already given to members further down, `0` if to nobody. */
  given_rate_text: string;
}

/** Success response. */
export interface Done {
  /** Always true. */
  success: boolean;
}

/** A member below the caller. */
export interface Downline {
  uid: string;
  /** `Budi S.` below the direct downline if the shop wants it so. */
  name: string;
  /** Masked (`b***@m***`) below the direct downline if the shop wants it so. */
  email?: string | null;
  /** File below `/uploads/profile/`; null where the e-mail address is masked. */
  profile_picture?: string | null;
  /** The uid of this member's own leader. */
  leader_id?: string | null;
  /**
   * Steps below the caller: 1 is the direct downline.
   * @format int64
   */
  level: number;
}

/** A member below the caller who has points in the period. */
export interface DownlineBv {
  downline_name: string;
  /** Masked (`b***@m***`) below the direct downline if the shop wants it so. */
  downline_email: string;
  downline_uid: string;
  /**
   * Steps below the caller: 1 is the direct downline.
   * @format int64
   */
  level: number;
  /**
   * Own points in the period; negative when more was refunded than bought.
   * @format int64
   */
  total_bv: number;
}

/** The points of those below the caller in a period. */
export interface DownlineBvSummary {
  /**
   * Points of all below the caller in the period.
   * @format int64
   */
  total_downline_bv: number;
  downlines: DownlineBv[];
  next_cursor?: string | null;
}

/** The summary, where the specification looks for it. */
export interface DownlineBvSummaryData {
  /** The points of those below the caller in a period. */
  data: DownlineBvSummary;
}

/** Members below the caller. */
export interface Downlines {
  downlines: Downline[];
  /**
   * Number of all members below the caller, regardless of the search.
   * @format int64
   */
  total: number;
  next_cursor?: string | null;
}

/** @format int64 */
export type DraftId = number;

/** A text of the shop that visitors cannot read yet. */
export interface DraftText {
  /** Its path without the slash. */
  slug: string;
  title: string;
}

/** A period of which bonuses wait to be prepared. */
export interface DuePeriod {
  period_id: PeriodId;
  period_name: string;
  /**
   * Number of bonuses that are neither paid nor in a batch, including those that cannot be paid now.
   * @format int64
   */
  bonuses: number;
}

/** The periods of which bonuses wait to be prepared, oldest first. */
export interface DuePeriods {
  periods: DuePeriod[];
}

/** A change of a product. */
export type EditProductForm = ProductForm & {
  /**
   * The version that the form read.
   * @format int64
   */
  version: number;
};

/** A browser that shows no notifications any more. */
export interface EndpointForm {
  /** The address that it subscribed with. */
  endpoint: string;
}

/** Request to erase the account. */
export interface ErasureForm {
  /** The password of the account. */
  password: string;
  /** Consent to give up what was earned and not paid; needed where there is any. */
  gives_up_bonus?: boolean;
}

/** Consequences of erasing the account. */
export interface ErasureOutlook {
  /** Obstacles to be removed before the account can be erased; empty if there are none. */
  hindrances: Hindrance[];
  /**
   * Bonuses earned and not paid, rupiah: they are given up with the account.
   * @format int64
   */
  unpaid_bonus_rp: number;
  /**
   * Number of members below the account; they stay where they are.
   * @format int64
   */
  downlines: number;
}

/** The body of an error. */
export interface ErrorBody {
  /** The sentence to show, in Indonesian. */
  message: string;
  /** The stable name. */
  code: Code;
  /** With `invalid_field`, where a form was read: all that is wrong, each with the sentence to show beside the field. */
  fields?: FieldError[];
  /** With `edit_conflict`: the thing as it is now. */
  current?: any;
  /** With `second_factor_required`: what to go on with. */
  challenge?: string;
  /** With `second_factor_required` and `confirmation_required`: what can be shown, `code`, `passkey` or `password`. */
  methods?: string[];
  /** With `amount_mismatch`: what the server computes. */
  quote?: Quote;
  /** With `already_ordered`: the number of the order. */
  order_id?: string;
}

/** Something that happened to a parcel. */
export interface Event {
  /** Time of the event; `null` if the courier's own text cannot be parsed. */
  at?: string | null;
  /** Time of the event, in the courier's own words. */
  date: string;
  /** Description in the courier's own words. */
  description: string;
  /** The courier's name for it, or nothing. */
  status: string;
}

/** Bonuses that a plan pays in an example. */
export interface Example {
  /** In the order in which they were given. */
  members: ExampleMember[];
  /** By member, component, depth and source, each in its own order. */
  lines: ExampleLine[];
  /** Points that passed members by, by member and component, each in its own order; at most the first 20,000. */
  skipped: ExampleSkip[];
  /**
   * All bonuses after the members' caps and before the company's.
   * @format int64
   */
  uncapped_rp: number;
  /**
   * The most that all bonuses may come to.
   * @format int64
   */
  cap_rp: number;
  /**
   * All bonuses.
   * @format int64
   */
  bonus_rp: number;
}

/** A line of a bonus in an example. */
export interface ExampleLine {
  /** Paid member. */
  member: string;
  /** The component's code. */
  component: string;
  /** Member who has the points. */
  source: string;
  /**
   * Depth of the source below the paid member; for a generation its number.
   * @min 0
   */
  depth: number;
  /**
   * Points.
   * @format int64
   */
  points: number;
  /** Percent, decimal text; of a differential the difference that is paid. */
  rate: string;
  /**
   * Amount after both caps.
   * @format int64
   */
  amount_rp: number;
}

/** A member as an example stands for. */
export interface ExampleMember {
  /** As it was given. */
  id: string;
  /** The code of the rank that the member holds. */
  rank: string;
  /**
   * Own points in Plan A after the allocation rule.
   * @format int64
   */
  pv_a: number;
  /**
   * Own points in Plan B after the allocation rule.
   * @format int64
   */
  pv_b: number;
  /**
   * Points of the whole downline, with the member's own, in both plans.
   * @format int64
   */
  gv_both: number;
  /**
   * Points of the personal group, with the member's own, in both plans.
   * @format int64
   */
  pgv_both: number;
  /**
   * Bonus of the member.
   * @format int64
   */
  bonus_rp: number;
}

/** An example to be worked out. */
export interface ExampleRequest {
  /** A compensation plan as a document. Percentages are decimal text, such as `12.5`. */
  plan: PlanDocument;
  /**
   * Value of the period's orders.
   * @format int64
   * @min 0
   */
  sales_rp: number;
  /**
   * Up to 2,000.
   * @maxItems 2000
   */
  members: NewExampleMember[];
}

/** Points for which a component would have paid a member in an example, had they met its needs. */
export interface ExampleSkip {
  /** Member who does not meet them. */
  member: string;
  /** The component's code. */
  component: string;
  /**
   * Number of members whose points would have been paid for; 1 for own points and for a share of a pool.
   * @format int64
   */
  sources: number;
  /**
   * Their points; of a pool everyone's.
   * @format int64
   */
  points: number;
  /** The needs that are not met. */
  needs: NeedFact[];
}

/** The parts of a payment, where the provider names them. */
export interface ExtraInfo {
  /**
   * The amounts.
   * @default {"customer_imposed_payment_fee":null,"gross_amount":null,"original_amount":null}
   */
  gross_amount_info?: AmountInfo;
}

/** A factor that was added. */
export interface FactorAdded {
  /** With the first factor: the codes that stand in for a lost one, shown once. */
  recovery_codes?: string[] | null;
  /** The caller's own factors. */
  factors: OwnFactors;
}

/** A backup that came to nothing. */
export interface FailedBackup {
  /** Time of the failure. */
  at: string;
  /** Failed stage. */
  stage: BackupStage;
}

/** Failed transfer, and the reason. */
export interface FailedTransfer {
  /**
   * The item's id in the payout.
   * @format int64
   */
  item: number;
  /** Reason why a bank did not carry out a transfer of a bonus. */
  failure: TransferFailure;
  /**
   * The version of the payout that was read.
   * @format int64
   */
  version: number;
}

/** A field that was refused, with the sentence to show beside it. */
export interface FieldError {
  /** The field's wire name; a path such as `components.2.rates.builder` in a document. */
  field: string;
  /** The error's stable name. */
  code: string;
  /** The sentence to show, in Indonesian. */
  message: string;
}

/** Amounts that moved on a day or in a period, and amounts from then that are open now. */
export interface Figures {
  /** Orders that were paid online. */
  online: Amount;
  /** Orders that were paid by a transfer to the shop's own account. */
  transfer: Amount;
  /** COD orders whose cash the shop got, fees included. */
  cod: Amount;
  /** Fees that couriers kept of that cash, by their reports. */
  fees: Amount;
  /** Money that went back. */
  refunded: Amount;
  /** Payouts of bonuses, and what was transferred. */
  payouts: Amount;
  /**
   * Tax withheld from payouts, rupiah.
   * @format int64
   */
  tax_rp: number;
  /**
   * Shipping cost of orders paid then beyond what their buyers were charged, after corrections of their addresses;
   * below 0, the amount left to the shop. Not an entry of the books: couriers are paid outside them.
   */
  shipping_borne: Amount;
  /**
   * Money received less all money paid out, tax included, rupiah.
   * @format int64
   */
  left_rp: number;
  /** Orders placed then that wait for their online payment. */
  unpaid: Amount;
  /** COD orders placed then whose cash the shop does not have. */
  cash_due: Amount;
  /** Bonuses of the period that are not paid, before tax; null for a day. */
  bonuses_due?: Amount | null;
}

/** Request after a forgotten password. */
export interface Forgotten {
  /**
   * The address of the account.
   * @maxLength 254
   */
  email: string;
}

/** Threshold and limit of shipping paid by the shop. */
export interface FreeShipping {
  /**
   * Minimum worth of the goods, before any voucher, rupiah.
   * @format int64
   */
  from_rp: number;
  /**
   * Maximum amount that the shop bears, rupiah; null for all of it.
   * @format int64
   */
  most_rp?: number | null;
}

/** An heir. */
export interface Heir {
  /**
   * Full name.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * Relationship of the heir to the member, such as `Istri`.
   * @minLength 1
   * @maxLength 50
   * @pattern \S
   */
  relation: string;
  /**
   * Mobile number in any usual Indonesian spelling; shown as `08…`.
   * @pattern ^(\+?62|0)?8[1-35-9]\d{7,10}$
   */
  phone: string;
  /**
   * Percent of the whole; given for all heirs or for none.
   * @format int64
   * @min 1
   * @max 100
   */
  share_percent?: number | null;
}

/** The heirs of a member, in the member's order. */
export interface Heirs {
  /**
   * At most five heirs; their shares add up to 100 percent.
   * @maxItems 5
   */
  heirs: Heir[];
}

/** A member's heirs as they are to be, and as they were when someone looked. */
export interface HeirsCorrection {
  /**
   * Heirs, at most five; the shares total 100.
   * @maxItems 5
   */
  heirs: Heir[];
  /**
   * Heirs seen before the correction.
   * @maxItems 5
   */
  was: Heir[];
  /**
   * Reason for the log and the member; up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** Request to hide a question, with the reason. */
export interface HideQuestion {
  /**
   * Up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @default ""
   * @pattern \S
   */
  reason?: string;
}

/** Request to hide a review, with the reason. */
export interface HideReview {
  /**
   * Up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @default ""
   * @pattern \S
   */
  reason?: string;
}

/** Review of a member shown on the home page. */
export interface Highlight {
  /** File below `/uploads/profile/`. */
  profile_picture?: string | null;
  /** The first name. */
  user_name: string;
  /**
   * Stars, 4 or 5.
   * @format int64
   */
  rating: number;
  comment: string;
}

/** A list below another `data`. */
export interface HighlightList {
  data: Highlight[];
}

/** The highlights, where the specification looks for them: `data.data`. */
export interface Highlights {
  success: boolean;
  /** A list below another `data`. */
  data: HighlightList;
}

/** Reason why an account cannot be erased, and what to do about it. */
export interface Hindrance {
  /** Reason why an account cannot be erased. */
  kind: HindranceKind;
  message: string;
}

/** Result of importing a file of products. */
export interface ImportAnswer {
  /** Whether it was done; if not, nothing was. */
  applied: boolean;
  /**
   * Rows that make a product.
   * @min 0
   */
  created: number;
  /**
   * Rows that change one.
   * @min 0
   */
  changed: number;
  /**
   * Rows that say what is so already.
   * @min 0
   */
  unchanged: number;
  /**
   * Mistakes in all rows; as long as there are some, nothing can be done.
   * @min 0
   */
  mistakes: number;
  /** The first 200 of them, by line. */
  errors: RowError[];
  /** The first 200 rows that make or change a product. */
  changes: RowChange[];
  /** Columns that tell something and are not read. */
  ignored_columns: string[];
  /**
   * Number of rows that the empty table shows as examples; they are not read.
   * @min 0
   */
  examples: number;
  /** Names of the categories that are not there: it makes them, or they are mistakes. */
  missing_categories: string[];
  /** To be sent with the file again, to do this. */
  digest: string;
}

/** The part of an import. */
export interface ImportUpload {
  /** CSV, or a workbook (.xlsx) of which the first sheet is read; up to 5 MB and 5,000 rows. */
  file: File | Blob;
}

/** Time for which the shop can take orders. */
export interface Intake {
  /** The moment after which no period takes orders, RFC 3339; null while none does. */
  open_until?: string | null;
  /** Whether the next period opens by itself. */
  recurs: boolean;
}

/** Temporary checkout to store. */
export interface KeepDraft {
  /** @maxItems 100 */
  selected_products: Selection[];
  /**
   * The token of the checkout, 16 to 64 letters, digits, `-` or `_`; a new one is made if there is none.
   * @pattern ^[A-Za-z0-9_-]{16,64}$
   */
  checkout_token?: string | null;
}

/** Description of the data kept for one purpose, as the member reads it. */
export interface KeptData {
  /** Group title. */
  title: string;
  /** Data kept. */
  what: string;
  /** Reason for keeping them. */
  why: string;
  /** For how long. */
  how_long: string;
  /** People who may see the data. */
  receivers: string;
  /** Treatment of the data when the account is erased. */
  erased: string;
}

/** An exchange as administrators see it; keys and personal data are masked. */
export interface KeptExchange {
  /** @format int64 */
  id: number;
  /** Start of the exchange, RFC 3339. */
  at: string;
  /** `midtrans` or `komerce`. */
  provider: string;
  method: string;
  /** Path, with the query. */
  path: string;
  /** Body that was sent, or nothing. */
  request: string;
  /**
   * HTTP status of the answer, if there was one.
   * @format int64
   */
  status?: number | null;
  response: string;
  /** @format int64 */
  took_ms: number;
  /** Reason for a missing or unusable answer. */
  error?: string | null;
}

/** A fault as the owner reads of it. */
export type KeptFault = PageFault & {
  /** Key that tells it from the others. */
  id: string;
  /** Moment at which it came first, RFC 3339. */
  first_at: string;
  /** Moment at which it came last, RFC 3339. */
  last_at: string;
  /**
   * Number of times that it came.
   * @format int64
   */
  times: number;
};

/** Channels chosen for one kind of message. */
export interface KindChoice {
  /** Topic of a message. */
  kind: MessageKind;
  /** Whether it concerns security, so that it cannot be turned off. */
  security: boolean;
  channels: ChannelChoice[];
}

/** Kind of calculation of a component, in a document. */
export type KindDocument =
  | {
      /** Counted points. */
      volume: Volume;
      /** Percent of their value. */
      rate: string;
      kind: 'personal';
    }
  | {
      /** Counted points. */
      volume: Volume;
      /** Percent for one level below, two levels below and so on. */
      rates: string[];
      /** Whether who does not meet the needs uses up no level. */
      compression: boolean;
      kind: 'level';
    }
  | {
      /** Counted points. */
      volume: Volume;
      /** Percent by the rank's code; a rank without a rate has 0. */
      rates: Partial<Record<string, string>>;
      /** Whether the rate of who does not meet the needs is left for the next. */
      pass_up: boolean;
      kind: 'differential';
    }
  | {
      /** Counted points. */
      volume: Volume;
      /** Percent for the first generation, the second and so on. */
      rates: string[];
      kind: 'generation';
    }
  | {
      /** Counted points. */
      volume: Volume;
      /** The fund in percent of everyone's points' value. */
      percent: string;
      /** Shares by the rank's code; a rank without any has those of the highest below it that has some. */
      shares: Partial<Record<string, number>>;
      kind: 'pool';
    };

/** A member who stopped buying. */
export interface LapsedMember {
  uid: string;
  name: string;
  /** Empty where the member gave none. */
  phone: string;
  /** Time when their last order came to count as paid. */
  last_bought_at: string;
  /**
   * Orders of the last 365 days.
   * @format int64
   */
  orders: number;
  /**
   * Sum of these orders: the value of the goods after discount, less what was given back, rupiah.
   * @format int64
   */
  sales_rp: number;
}

/** Members who stopped buying. */
export interface LapsedMembers {
  /** Largest buyers first; at most 200. */
  rows: LapsedMember[];
  /**
   * Total number of members.
   * @min 0
   */
  count: number;
}

/** A bonus of someone. */
export interface LargeBonus {
  /** Null in a preview. */
  id?: BonusId | null;
  member_uid: string;
  member_name: string;
  /** @format int64 */
  bonus_rp: number;
}

/** Time and device of a member's last activity. */
export interface LastSeen {
  /** To a few minutes, RFC 3339. */
  at: string;
  /** The browser and the system in words, such as `Chrome di Android`. */
  device: string;
}

/** A leader, as anyone who registers may know them. */
export interface Leader {
  uid: string;
  /** In full for members, unless the shop shortens names below the direct downline; `Budi S.` for everyone else. */
  name: string;
}

/** A new leader for a member. */
export interface LeaderChange {
  /** The new leader's uid; null puts the member at the top. */
  leader_uid: string | null;
  /** The leader whom the form showed; null for none. */
  leader_uid_before: string | null;
  /**
   * Reason, up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** Another member, by name. */
export interface LeaderName {
  uid: string;
  name: string;
}

/** Effects of a change of a member's leader. */
export interface LeaderPreview {
  /**
   * Number of members who would move: this one and all below.
   * @format int64
   */
  members: number;
  /** The way from the top to the member, as it is. */
  from: MemberName[];
  /** The way from the top to the member, as it would be. */
  to: MemberName[];
  /** The periods that are not calculated, with the points that would move. */
  periods: OpenPoints[];
}

/** Transfer to leave out, and the reason. */
export interface LeaveOut {
  /**
   * The item's id in the payout.
   * @format int64
   */
  item: number;
  /**
   * A sentence, up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
  /**
   * The version of the payout that was read.
   * @format int64
   */
  version: number;
}

/** A bonus that cannot be paid now. */
export interface LeftOut {
  id: BonusId;
  member_uid: string;
  member_name: string;
  period_name: string;
  /** @format int64 */
  bonus_rp: number;
  /** Reason why a bonus cannot be paid now. */
  reason: LeftOutReason;
  /**
   * Amount missing from the minimum, if that is the reason, in rupiah; else 0.
   * @format int64
   */
  missing_rp: number;
}

/** A page of the bonuses that cannot be paid now. */
export interface LeftOuts {
  left_out: LeftOut[];
  next_cursor?: string | null;
}

/** A direct follower at the head of a leg. */
export interface LegHead {
  uid: string;
  name: string;
}

/** Another member who may be the same person. */
export interface LikelyDouble {
  /** The other's uid. */
  uid: string;
  /** The other's full name. */
  name: string;
  /** Whether both had one mobile number when it was noted. */
  same_phone: boolean;
  /** Whether both had one bank account when it was noted. */
  same_bank_account: boolean;
  /** Whether both have one birth date now. */
  same_birth_date: boolean;
  /** Time at which it was first noted, RFC 3339. */
  found_at: string;
}

/** Response to a request after a forgotten password. */
export interface LinkSent {
  message: string;
}

/** The order that a list is to have. */
export interface ListOrder {
  /** The keys of all of its members, first to last. */
  ids: number[];
}

/** An order in the administrators' list. */
export interface ListedOrder {
  order_id: string;
  /** Time of placing the order, RFC 3339. */
  created_at: string;
  /** A member, as the list names them. */
  member: Buyer;
  receiver_name: string;
  /**
   * Amount to be paid, rupiah.
   * @format int64
   */
  total_rp: number;
  /**
   * Business volume, points.
   * @format int64
   */
  bv: number;
  /** Means of paying an order. */
  payment_method: PaymentMethod;
  /** Whether it was paid by a transfer to the shop's own account instead. */
  bank_transfer: boolean;
  /** Payment state of an order. */
  payment_status: PaymentStatus;
  /** Shipment state of an order, by the spec's wire names. */
  shipment_status: ShipmentStatus;
  /** `JNE - REG23`. */
  courier: string;
  /** Tracking number. */
  resi?: string | null;
  /**
   * Pieces of all lines.
   * @format int64
   */
  pieces: number;
  /** Time at which it releases its stock if it is not paid; only while it waits for an online payment. */
  expires_at?: string | null;
  /** Whether the shop was tried with it while it was closed: it counts nowhere. */
  trial: boolean;
  /** Whether it waits for the shop's word before it is packed. */
  held: boolean;
  /** Tags set by administrators, in alphabetical order. */
  tags: string[];
}

/** A return in the administrators' list. */
export interface ListedReturn {
  id: ReturnId;
  number: string;
  /** The order's number. */
  order_id: string;
  /** Member who asked for the return. */
  member: Returner;
  /** Wish of a member for the goods that come back. */
  kind: ReturnKind;
  /** State of a return. */
  state: ReturnState;
  /** Reason for returning goods. */
  reason: ReturnReason;
  /**
   * Pieces that were asked for.
   * @format int64
   */
  pieces: number;
  /**
   * Amount of the refund, rupiah.
   * @format int64
   */
  refund_rp: number;
  /** Time of the member's request, RFC 3339. */
  asked_at: string;
}

/** An event of what moves. */
export interface LiveEvent {
  /** `newest`. */
  event: string;
  /** Newest entries in the shop; null for those of another desk. */
  data: Newest;
}

/** Something that happened to an order. */
export interface LiveMove {
  /**
   * Its number, another for each.
   * @format int64
   */
  id: number;
  /** Event of an order, as far as somebody is told of it. */
  event: Happened;
}

/** Request to log in. */
export interface Login {
  email: string;
  password: string;
}

/** A session. */
export interface LoginAnswer {
  /** The bearer token. */
  token: string;
  /** A member, as the member sees themselves. */
  user: User;
}

/** The one login that goes on. */
export interface LoginLeft {
  /** A bearer token of the caller's own login, which goes on. */
  token: string;
}

/** A session that goes on. */
export interface LoginSession {
  /** Id of the session. */
  id: string;
  /** The browser and the system in words, such as `Chrome di Android`. */
  device: string;
  /** The address that it was opened from. */
  address: string;
  /** Start of the session, RFC 3339. */
  created_at: string;
  /** Time of its last use, to a few minutes, RFC 3339. */
  last_seen_at: string;
  /** Whether it is the one that asks. */
  is_current: boolean;
}

/** Money that waits for another administrator to approve that it goes back by hand. */
export interface ManualRefundFacts {
  /**
   * Version: the moment at which it was prepared, UTC milliseconds.
   * @format int64
   */
  version: number;
  /**
   * Rupiah.
   * @format int64
   */
  amount_rp: number;
  /** Reason for the refund. */
  reason: string;
  /** The administrator who has prepared it. */
  prepared_by: string;
  /** Time of the preparation, RFC 3339. */
  prepared_at: string;
  /** Whether the caller has prepared it, who may not approve it then. */
  is_own: boolean;
}

/** A member, as administrators see them. */
export interface MemberDetail {
  uid: string;
  name: string;
  email: string;
  /** `08…`. */
  phone: string;
  address: string;
  bank: string;
  bank_account: string;
  /** Earlier bank accounts, and whether the current one is new or had a failed transfer. */
  bank_history: BankAccount;
  /** A member's tax number. */
  tax_number: TaxNumber;
  /** Other members who may be the same person. */
  likely_doubles: LikelyDouble[];
  /** Heirs named by the member. */
  heirs: Heir[];
  /** `L` or `P`; empty once the member is erased. */
  gender: string;
  /** `YYYY-MM-DD`; empty once the member is erased. */
  birth_date: string;
  /**
   * Plan chosen at registration.
   * @format int64
   */
  plan_id: number;
  /** File below `/uploads/profile/`. */
  picture?: string | null;
  /** Set of rights of an account. */
  role: Role;
  leader?: LeaderName | null;
  /** Time of joining, RFC 3339. */
  joined_at: string;
  /** Since when the member may not log in. */
  suspended_at?: string | null;
  /** Time when the member erased their own account; the personal data is gone. */
  erased_at?: string | null;
  /** Whether a login asks for more than the password. */
  has_factor: boolean;
  /**
   * Number of members with the member as leader.
   * @format int64
   */
  directs: number;
  /**
   * Number of members below at any depth.
   * @format int64
   */
  downlines: number;
  /** Points of the newest periods, newest first. */
  periods: PeriodPoints[];
  /** The newest orders, newest first. */
  orders: Order[];
  /** The newest returns, newest first. */
  returns: ListedReturn[];
  /** Last activity of the member, as long as a session shows it. */
  last_seen?: LastSeen | null;
  /** All bonuses, newest period first. */
  bonuses: Bonus[];
  /** Calculated periods that paid nothing because needs were not met, newest first. */
  missed: MissedBonus[];
  /** Latest changes by administrators, newest first. */
  changes: AuditEntry[];
}

/** A member whom the shop has registered. */
export interface MemberEnrolled {
  uid: string;
  name: string;
  email: string;
  /** The link by which the password is chosen. Null for finance in a shop that sends no e-mail: there the owner makes one. */
  link?: PasswordLink | null;
}

/** @format int64 */
export type MemberId = number;

/** Members, newest first. */
export interface MemberList {
  members: MemberRow[];
  next_cursor?: string | null;
}

/** A member, as a path names them. */
export interface MemberName {
  /** The number that others know the member by. */
  uid: string;
  /** Full name. */
  name: string;
}

/** Administrators' notes and tags about a member. */
export interface MemberNotes {
  /** In the order of the alphabet. */
  tags: string[];
  /** Newest first. */
  notes: Note[];
}

/** A return as its member sees it. */
export type MemberReturn = ReturnFacts & {
  /** Actions open to the member now. */
  actions: MemberReturnAction[];
};

/** A member in the list. */
export interface MemberRow {
  uid: string;
  name: string;
  email: string;
  /** `08…`. */
  phone: string;
  /** Set of rights of an account. */
  role: Role;
  leader?: LeaderName | null;
  /** Time of joining, RFC 3339. */
  joined_at: string;
  /** Since when the member may not log in. */
  suspended_at?: string | null;
  /** Time when the member erased their own account; the personal data is gone. */
  erased_at?: string | null;
  /**
   * Number of members with the member as leader.
   * @format int64
   */
  directs: number;
  /**
   * Number of members below at any depth.
   * @format int64
   */
  downlines: number;
  /** Tags set by administrators, in alphabetical order. */
  tags: string[];
}

/** A member's slip, as administrators see it. */
export interface MemberTaxSlip {
  /** Such as `PPH21-202611-000123`. */
  number: string;
  member_uid: string;
  member_name: string;
  /** A member's tax number. */
  tax_number: TaxNumber;
  /**
   * Amount paid before tax, rupiah.
   * @format int64
   */
  gross_rp: number;
  /**
   * Taxable part of it, rupiah.
   * @format int64
   */
  base_rp: number;
  /**
   * Tax withheld, rupiah.
   * @format int64
   */
  tax_rp: number;
}

/** A page of a month's slips. */
export interface MemberTaxSlips {
  slips: MemberTaxSlip[];
  next_cursor?: string | null;
}

/** A view that is open. */
export interface MemberView {
  /** Id of the view. */
  id: string;
  /** A bearer token that looks, and changes nothing. */
  token: string;
  uid: string;
  /** The member's name. */
  name: string;
  /** End of the view, RFC 3339. */
  until: string;
}

/** Message as its recipient reads it. */
export interface MessageLetter {
  /** The subject of an e-mail, and all that a notification says. */
  subject: string;
  /** The text, with an empty line between paragraphs. */
  body: string;
}

/** The words of a kind of message. */
export interface MessageText {
  /** Topic of a message. */
  kind: MessageKind;
  /** The subject of an e-mail, and all that a notification says. */
  subject: string;
  /** The body; an empty line begins a paragraph. */
  body: string;
  /** Whether the shop has changed them. */
  changed: boolean;
  /**
   * Counts the edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
  placeholders: TextPlaceholder[];
}

/** The words of every kind. */
export interface MessageTexts {
  texts: MessageText[];
}

/** Facts that the provider tells beside a payment. */
export interface Metadata {
  /**
   * The parts of the payment.
   * @default {"gross_amount_info":{"customer_imposed_payment_fee":null,"gross_amount":null,"original_amount":null}}
   */
  extra_info?: ExtraInfo;
}

/** A calculated period in which the member has no bonus, but would have been paid for some points. */
export interface MissedBonus {
  bv_period_id: PeriodId;
  bv_period_name: string;
  /** Name of the plan that it was calculated by. */
  plan_name: string;
  /** The rank that the member held in the period: its code in the plan. */
  rank: string;
  rank_name: string;
  /** The components that points passed the member by, in the plan's order. */
  components: BonusComponent[];
}

/**
 * A month on the clocks of Jakarta: `YYYY-MM` on the wire, year × 100 + month in the database.
 * @pattern ^\d{4}-(0[1-9]|1[0-2])$
 */
export type Month = string;

/** Answer to an order's move. */
export interface MoveAnswer {
  /** The sentence to show. */
  message: string;
  /** The order as it is now. */
  data: Order;
}

/** Something that a member must reach, in a document. */
export type NeedDocument =
  | {
      /** Counted points. */
      volume: Volume;
      /**
       * The least.
       * @format int64
       */
      at_least: number;
      metric: 'pv';
    }
  | {
      /** Counted points. */
      volume: Volume;
      /**
       * The least.
       * @format int64
       */
      at_least: number;
      metric: 'gv';
    }
  | {
      /** Counted points. */
      volume: Volume;
      /**
       * The least.
       * @format int64
       */
      at_least: number;
      metric: 'pgv';
    }
  | {
      /** Counted points. */
      volume: Volume;
      /**
       * 1 is the strongest.
       * @min 0
       */
      nth: number;
      /**
       * The least.
       * @format int64
       */
      at_least: number;
      metric: 'leg_gv';
    }
  | {
      /** The rank's code. */
      rank: string;
      /**
       * The least.
       * @format int64
       */
      at_least: number;
      metric: 'legs_with_rank';
    }
  | {
      /** The rank's code. */
      rank: string;
      /**
       * The least.
       * @format int64
       */
      at_least: number;
      metric: 'directs_with_rank';
    }
  | {
      /**
       * The least.
       * @format int64
       */
      at_least: number;
      metric: 'total_gv';
    }
  | {
      /** The rank's code. */
      rank: string;
      metric: 'rank';
    };

/** A need and what there is of it. */
export type NeedFact = NeedDocument & {
  /**
   * Current value: points, legs or followers; for a rank 1 or 0.
   * @format int64
   */
  has: number;
  /**
   * Amount that is missing, 0 if it is met.
   * @format int64
   */
  missing: number;
  /** Whether it is met. */
  is_met: boolean;
};

/** A level of the network below one member, or its top. */
export interface NetworkLevel {
  members: NetworkMember[];
  next_cursor?: string | null;
}

/** A member in the network. */
export interface NetworkMember {
  uid: string;
  name: string;
  /** Set of rights of an account. */
  role: Role;
  is_suspended: boolean;
  /**
   * Number of members whose leader is this member.
   * @format int64
   */
  directs: number;
  /**
   * Number of members below, at any depth.
   * @format int64
   */
  downlines: number;
}

/** The way from the top of the network to a member. */
export interface NetworkPath {
  /** The top first, the member last. */
  path: NetworkMember[];
}

/** Another address for the caller's account. */
export interface NewAddress {
  /**
   * The new address.
   * @format email
   * @maxLength 254
   */
  email: string;
  /**
   * The password of the account.
   * @maxLength 1024
   */
  password: string;
}

/** Request to appoint an administrator. */
export interface NewAdministrator {
  /**
   * The address of an account that there is, or of the new one.
   * @format email
   * @maxLength 254
   */
  email: string;
  /**
   * The name for a new account; without one the account must be there.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name?: string | null;
  /** Set of rights of an account. */
  role: Role;
}

/** A member of an example. */
export interface NewExampleMember {
  /**
   * Another for each member.
   * @minLength 1
   * @maxLength 100
   */
  id: string;
  /** The leader's id, who may stand anywhere in the list; null at the top. */
  leader?: string | null;
  /**
   * Own points in Plan A before the allocation rule.
   * @format int64
   * @min 0
   */
  plan_a: number;
  /**
   * Own points in Plan B before the allocation rule.
   * @format int64
   * @min 0
   */
  plan_b: number;
  /** The code of the highest rank that was held before; it counts if it is kept for ever. */
  held_rank?: string | null;
  /**
   * Points of the whole downline, with the member's own, in earlier periods.
   * @format int64
   * @min 0
   */
  total_gv_before?: number;
}

/** Data of a new member, in fields named as in the registration. */
export interface NewMemberForm {
  /**
   * Full name.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * E-mail address, the account's name.
   * @format email
   * @maxLength 254
   */
  email: string;
  /**
   * Mobile number in any usual Indonesian spelling.
   * @pattern ^((\+?62|0)?8[1-35-9]\d{7,10})?$
   */
  no_hp?: string | null;
  /**
   * Postal address.
   * @maxLength 300
   */
  alamat?: string | null;
  /**
   * Bank that bonuses are paid to, one of the shop's banks.
   * @maxLength 40
   */
  bank?: string | null;
  /**
   * Account number.
   * @pattern ^(\d{6,20})?$
   */
  rekening_bank?: string | null;
  /**
   * `L`, which is taken where nothing is said unless the shop asks for it later, or `P`.
   * @pattern ^[LP]?$
   */
  jenis_kelamin?: string | null;
  /**
   * Birth date, `YYYY-MM-DD`.
   * @pattern ^(\d{4}-\d{2}-\d{2})?$
   */
  tanggal_lahir?: string | null;
  /** The leader's uid. */
  leader_id?: string | null;
  /**
   * Key of a plan; the first without it.
   * @pattern ^\d{0,9}$
   */
  id_plan?: string | null;
}

/** A passkey that a device made. */
export interface NewPasskey {
  /**
   * Challenge from the response to the request for a new passkey.
   * @maxLength 100
   */
  challenge: string;
  /**
   * Name for the passkey.
   * @minLength 1
   * @maxLength 60
   * @pattern \S
   */
  name: string;
  /** Passkey response of the browser, as JSON. */
  passkey: any;
}

/** Another password for the caller's account. */
export interface NewPassword {
  /** The password as it is. */
  current: string;
  /**
   * 8 to 128 characters.
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /** The password again. */
  confirm: string;
}

/** A new product. */
export type NewProductForm = ProductForm & {
  /**
   * Pieces that are there to begin with; they are written into the books as received.
   * @format int64
   * @min 0
   * @max 1000000
   */
  opening_stock?: number | null;
  /** Whether it waits outside the shop until it is published; so does one with a moment for that. */
  draft?: boolean;
};

/** Newest entries in the shop; null for those of another desk. */
export interface Newest {
  /** The newest moves of orders, newest first. */
  moves?: LiveMove[] | null;
  /** The numbers of the newest problems with payments, newest first. */
  problems?: number[] | null;
  /** The numbers of the newest moves of returns, newest first. */
  returns?: number[] | null;
  /** The numbers of the newest movements of stock, newest first. */
  stock?: number[] | null;
  /** The numbers of the newest questions about products, newest first. */
  questions?: number[] | null;
}

/** A note, for administrators alone. */
export interface Note {
  /**
   * Key.
   * @format int64
   */
  id: number;
  /** Time of writing, RFC 3339. */
  at: string;
  /** The administrator's name. */
  author: string;
  /** Text of the note. */
  text: string;
  /** Whether the caller wrote it, and may remove it. */
  own: boolean;
}

/** Request to add a note. */
export interface NoteForm {
  /**
   * @minLength 1
   * @maxLength 1000
   * @pattern \S
   */
  text: string;
}

/** Money that went back. */
export interface NoticedRefund {
  /**
   * The key under which it was asked for.
   * @default ""
   */
  refund_key?: string;
  /**
   * Such as `10000.00`.
   * @default null
   */
  refund_amount?: string | null;
}

/** Messages that a member receives, by channel. */
export interface Notifications {
  kinds: KindChoice[];
  /** The shop's public key, with which a browser subscribes to notifications. */
  push_key: string;
}

/** A member's tax number as it is to be, and as it was when someone looked. */
export interface NumberCorrection {
  /**
   * 15 or 16 digits, with blanks, dots and hyphens between them; nothing takes the number away.
   * @maxLength 40
   */
  number: string;
  /**
   * Number seen before the correction.
   * @maxLength 40
   */
  was: string;
  /**
   * Reason for the log and the member; up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** Judgement of the shop on a member's tax number. */
export interface NumberJudgement {
  /**
   * The number that was looked at, digits alone.
   * @maxLength 40
   */
  number: string;
  /** `validated`, `rejected`, or `unchecked` to look at it anew. */
  state: TaxNumberState;
}

/** A way to ship a parcel, with what the buyer pays for it. */
export type Offer = ShippingOption & {
  /**
   * Cost before the shop bears its part, rupiah; left out where it bears none.
   * @format int64
   */
  full_cost?: number | null;
};

/** A courier, and whether the shop offers it. */
export interface OfferedCourier {
  id: string;
  name: string;
  offered: boolean;
}

/** Amounts open now, regardless of their date. */
export interface OpenBooks {
  /** Orders that wait for their online payment. */
  unpaid: Amount;
  /** COD orders that are not packed. */
  cod_waiting: Amount;
  /** COD orders that are packed. */
  cod_packed: Amount;
  /** COD orders that were sent and whose cash the shop does not have. */
  cod_sent: Amount;
  /** Money that came for orders which were released, and is to go back. */
  refunds_due: Amount;
  /** Returns that came in and wait for their money. */
  returns_due: Amount;
  /** By period, oldest first. */
  bonuses_due: BonusesDue[];
}

/** Points of a member and all below in a period that is not calculated. */
export interface OpenPoints {
  /** The period. */
  period_id: PeriodId;
  /** Its name. */
  name: string;
  /**
   * Points over all plans.
   * @format int64
   */
  points: number;
}

/** Whether the shop is to be open. */
export interface Opening {
  open: boolean;
}

/** Configuration that the server was started with: whether something is set, never the value of a key. */
export interface Operation {
  /** `MIDTRANS_SERVER_KEY`. */
  payment: PaymentProvider;
  /** Address for notifications, to be entered at the payment provider. */
  notification_url: string;
  /**
   * `PAYMENT_EXPIRY_MINUTES`.
   * @format int64
   */
  payment_expiry_minutes: number;
  /** `KOMERCE_API_KEY`. */
  shipping: ShippingProvider;
  /** Whether `SMTP_URL` is set: without it no e-mail is sent. */
  sends_mail: boolean;
  /** `CHAT_API_KEY`: the model that answers questions about products; null while the catalogue answers by itself. */
  chat_model?: string | null;
  /** The shop's address as the world sees it. */
  public_url: string;
  /** Whether `PUBLIC_URL` is set; else it is the address that the server listens on. */
  public_url_set: boolean;
  /** `STORAGE_URL`: `file` or `s3`. */
  storage: string;
  /** `DATABASE_URL`: `sqlite` or `postgres`. */
  database: string;
}

/** An order. */
export interface Order {
  /** Its number, such as `KS-20261121-7K3M9QXA`. */
  order_id: string;
  /** Time of placing the order, RFC 3339. */
  created_at: string;
  /** Time at which it releases its stock if it is not paid; only while it waits for an online payment. */
  expires_at?: string | null;
  /** State of the shipment. */
  shipment_status: ShipmentStatus;
  /** State of the payment. */
  status: PaymentStatus;
  /** The courier and the service, such as `JNE - REG23`. */
  shipping_method: string;
  /** Tracking number. */
  resi?: string | null;
  /**
   * Shipping cost for the buyer, rupiah.
   * @format int64
   */
  shipping_cost: number;
  /**
   * Voucher's discount on the shipping, rupiah.
   * @format int64
   */
  shipping_discount: number;
  /** Way of payment. */
  payment_method: PaymentMethod;
  /** Whether it was paid by a transfer to the shop's own account instead, as the shop has said. */
  bank_transfer: boolean;
  /** Name of the receiver. */
  receiver_name: string;
  /** Mobile number of the receiver. */
  receiver_phone: string;
  /** E-mail address of the receiver. */
  receiver_email: string;
  /** Street address and destination. */
  receiver_address: string;
  /** Code of the voucher, if one was used. */
  voucher_code?: string | null;
  /**
   * Discount in percent of the product subtotal.
   * @format double
   */
  discount: number;
  /**
   * Product subtotal, rupiah.
   * @format int64
   */
  subtotal: number;
  /**
   * Discount by the voucher, rupiah.
   * @format int64
   */
  discount_amount: number;
  /**
   * Amount to be paid, rupiah.
   * @format int64
   */
  gross_amount: number;
  /**
   * Amount that the payment provider has charged, rupiah, where that is more: with a fee of its own, or as the shop has
   * accepted it.
   * @format int64
   */
  charged?: number | null;
  /**
   * Business volume of what was bought, points: what it earns, less what went back.
   * @format int64
   */
  total_bv: number;
  /**
   * Business volume of what went back, points.
   * @format int64
   */
  returned_bv: number;
  /**
   * The plan that it earns in.
   * @format int64
   */
  id_plan: number;
  /** The period that it earns in: where it was placed, or where it was paid if that was calculated before. */
  bv_period_id: PeriodId;
  /** Its name. */
  bv_period_name: string;
  /** The payment page, while it can be paid online. */
  redirect_url?: string | null;
  /** Lines of the order. */
  products: OrderProduct[];
  moves: OrderMove[];
  /** Actions open to the member now. */
  actions: OrderAction[];
  /** Whether the shop was tried with it while it was closed: it counts nowhere, and can be thrown away. */
  trial: boolean;
  /**
   * The value-added tax that the goods' price after discount includes, rupiah; null where the shop was no taxable
   * business when it was placed.
   * @format int64
   */
  vat_rp?: number | null;
  /** Whether it waits for the shop's word before it is packed. */
  held: boolean;
}

/** Delivery address of an order, with shipping offers. */
export interface OrderAddress {
  receiver_name: string;
  receiver_phone: string;
  /** Street address without the destination. */
  street: string;
  /** @format int64 */
  destination_id: number;
  /** Name of the destination; empty where the shipping provider has not given it. */
  destination: string;
  /** `JNE - REG23`. */
  shipping_method: string;
  /**
   * To be sent with what is put right.
   * @format int64
   */
  version: number;
  /** Shipping offers for the requested destination, cheapest first. */
  offers: AddressOffer[];
  /** Whether couriers could be asked; without them only the shop's own ways are among the offers. */
  couriers_reached: boolean;
}

/** One order. */
export interface OrderData {
  /** The order. */
  data: Order;
}

/** Orders, newest first. */
export interface OrderList {
  data: Order[];
  next_cursor?: string | null;
}

/** Buyer of an order. */
export interface OrderMember {
  uid: string;
  name: string;
  email: string;
  phone: string;
}

/** A move of an order. */
export interface OrderMove {
  at: string;
  /**
   * `placed`, `held`, `released`, `paid`, `failed`, `expired`, `cancelled`, `refunded`, `packed`, `shipped`, `completed`,
   * `returned`, `resi` or `address`.
   */
  what: string;
  /** Party moving an order. */
  by: Actor;
  reason?: string | null;
}

/** A product of an order, as it was when it was bought. */
export interface OrderProduct {
  /**
   * Key of the line.
   * @format int64
   */
  id: number;
  /** Key of the product. */
  product_id: ProductId;
  /** Name when it was bought. */
  name: string;
  /** Name of the variant, for a product that has some. */
  variant?: string | null;
  /**
   * Price of one piece, rupiah.
   * @format int64
   */
  price: number;
  /**
   * Pieces.
   * @format int64
   */
  quantity: number;
  /**
   * Price of all pieces, rupiah.
   * @format int64
   */
  total: number;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
}

/** Possible and existing returns of an order. */
export interface OrderReturns {
  /** Whether something can be asked for now. */
  may_ask: boolean;
  /** Reason why no return can be requested now; null where one can. */
  why_not?: string | null;
  /** Kinds of return possible now. */
  kinds: ReturnKind[];
  /** Deadlines of the kinds; none for a kind without an end. */
  deadlines: ReturnDeadline[];
  lines: ReturnableLine[];
  /** Newest first. */
  returns: MemberReturn[];
}

/** A filter under a name. */
export interface OrderView {
  /** @format int64 */
  id: number;
  name: string;
  /** As in the address of the list, such as `waiting=pack&method=cod`. */
  query: string;
}

/** The caller's filters, by name. */
export interface OrderViews {
  views: OrderView[];
}

/** The other of two members who were noted. */
export interface OtherMember {
  /**
   * Uid.
   * @maxLength 40
   */
  other: string;
}

/** A document with what the caller has accepted of it. */
export interface OwnAgreement {
  /** Its name in addresses. */
  slug: Document;
  title: string;
  /**
   * The version that holds.
   * @format int64
   */
  version: number;
  /** Changes in it from the version before; empty for the first. */
  changes: string;
  /** Time from which it is in force; null for what the shop came with. */
  effective_at?: string | null;
  /** Whether the caller has not accepted that one. */
  is_asked: boolean;
  /** Versions that the caller has accepted, newest first. */
  accepted: Acceptance[];
}

/** The documents, and what a member has accepted. */
export interface OwnAgreements {
  agreements: OwnAgreement[];
}

/** The caller's own factors. */
export interface OwnFactors {
  /** Whether an app makes codes for the account. */
  totp: boolean;
  /** The oldest first. */
  passkeys: OwnPasskey[];
  /**
   * Number of recovery codes left.
   * @format int64
   */
  recovery_codes: number;
  /** Whether the account's role needs a factor. */
  required: boolean;
  /** Whether browsers know passkeys for the shop's address. */
  passkeys_available: boolean;
}

/** New name of an administrator. */
export interface OwnName {
  /**
   * Full name.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
}

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  /** @format int64 */
  id: number;
  /** Name that the owner gave the passkey. */
  name: string;
  /** RFC 3339. */
  created_at: string;
  /** Time of its last use, RFC 3339. */
  used_at?: string | null;
}

/** A question of the caller. */
export interface OwnQuestion {
  /** @format int64 */
  id: number;
  product_id: ProductId;
  question: string;
  created_at: string;
  /** Text of the shop's answer; null while there is none. */
  answer?: string | null;
  answered_at?: string | null;
  /** Whether the shop has hidden it from everybody else. */
  hidden: boolean;
}

/** The caller's questions. */
export interface OwnQuestions {
  /** Newest first. */
  questions: OwnQuestion[];
  next_cursor?: string | null;
}

/** A review of the caller. */
export interface OwnReview {
  /** @format int64 */
  id: number;
  product_id: ProductId;
  /** Number of the order that the product came with. */
  order_id: string;
  /**
   * Stars, 1 to 5.
   * @format int64
   */
  rating: number;
  comment?: string | null;
  created_at: string;
  /** Answer of the shop; null where there is none. */
  answer?: string | null;
}

/** The caller's reviews. */
export interface OwnReviews {
  success: boolean;
  /** Newest first. */
  data: OwnReview[];
  next_cursor?: string | null;
}

/**
 * A fault as a browser tells of it.
 * @example {"build":"index-a1b2c3d.js","frames":["CheckoutPage-e4f5a6b.js:1:2345"],"message":"Cannot read properties of undefined","name":"TypeError","place":"/checkout"}
 */
export interface PageFault {
  /**
   * Name of the error, such as `TypeError`.
   * @maxLength 40
   * @pattern ^[A-Za-z]+$
   */
  name: string;
  /**
   * Message of the error. Figures, addresses and what stands in quotes are not kept.
   * @maxLength 1000
   */
  message: string;
  /**
   * First part of the page's address, and of the office's the second.
   * @maxLength 60
   * @pattern ^/([a-z-]*|admin/[a-z-]+)$
   */
  place: string;
  /**
   * Script that the page began with.
   * @maxLength 60
   * @pattern ^[\w-]+\.js$
   */
  build: string;
  /**
   * Places in the app's scripts, innermost first: file, line and column.
   * @maxItems 8
   */
  frames: string[];
}

/** The faults of pages, the one that came last first. */
export interface PageFaults {
  faults: KeptFault[];
}

/** A text as it is typed. */
export interface PageForm {
  /**
   * @minLength 1
   * @maxLength 100
   * @default ""
   * @pattern \S
   */
  title?: string;
  /**
   * Markdown, up to 50,000 characters.
   * @minLength 1
   * @maxLength 50000
   * @default ""
   * @pattern \S
   */
  body?: string;
  /**
   * The version that was edited.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** A text of the shop. */
export interface PageText {
  /** Its path without the slash. */
  slug: string;
  /** Its title. */
  title: string;
  /** Markdown: headings, lists, bold, italics and links. */
  body: string;
}

/** The text that is to go. */
export interface PageVersion {
  /**
   * @format int64
   * @default 0
   */
  version?: number;
}

/** The papers of some parcels. */
export interface Papers {
  /** Sender of the parcels. */
  sender: Sender;
  /** In the order that was asked for, each once. */
  orders: PrintedOrder[];
  /** Numbers that no order has. */
  missing: string[];
}

/** Report on a parcel that its buyer refused or sent back. */
export interface ParcelReturn {
  /**
   * 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
  /** The goods cannot be sold any more, or were lost: they do not count as stock. */
  damaged?: boolean;
}

/** Passkey request for the browser. */
export interface PasskeyAsked {
  /** To be sent along with the answer. */
  challenge: string;
  /** Options for the browser, as JSON. */
  options: any;
}

/** Options for the browser. */
export interface PasskeyOptions {
  /** As JSON. */
  options: any;
}

/** A login that goes on with a passkey. */
export interface PasskeyWish {
  /**
   * Value returned by the first step.
   * @maxLength 100
   */
  challenge: string;
}

/** Response to a new password. */
export interface PasswordChanged {
  message: string;
}

/** A link for choosing a password; nobody can find it out again. */
export interface PasswordLink {
  /**
   * In a shop that sends no e-mail: the address, with the token in its fragment, which browsers send to nobody. Null where
   * it was sent to its member.
   */
  url?: string | null;
  /** Expiry of the link, RFC 3339. */
  expires_at: string;
}

/** A new password, by a one-time link. */
export interface PasswordReset {
  /** Text after `#token=` in the link. */
  token: string;
  password: string;
  /** The password again. */
  confirm: string;
}

/** An order, and how its payment goes. */
export interface PaymentCheck {
  /** The order. */
  data: Order;
  /** Whether the provider has refused the last try: the order waits for another one. */
  refused: boolean;
  /** Whether money came that does not count as paid: the order waits until the shop has decided about it. */
  in_review: boolean;
}

/** Payment of an online order and its checks with the provider. */
export interface PaymentFacts {
  /** Number at the provider: the order's number, with an ending after an answer that got lost. */
  number: string;
  /** Time at which the provider reported a refused attempt, RFC 3339. */
  denied_at?: string | null;
  /** Time of the next check with the provider, RFC 3339; null when nothing is left to check. */
  next_check_at?: string | null;
  /**
   * Number of consecutive failed checks.
   * @format int64
   */
  failures: number;
  /** Whether it was paid in the built-in sandbox: without money. */
  in_sandbox: boolean;
}

/** Facts about a payment from the provider, in a notification or in an answer; unknown fields are ignored. */
export interface PaymentNotice {
  /**
   * The order's number.
   * @default ""
   */
  order_id?: string;
  /**
   * `200`, `201`, `202`, `407`, …
   * @default ""
   */
  status_code?: string;
  /**
   * Such as `154600.00`.
   * @default ""
   */
  gross_amount?: string;
  /**
   * `IDR`, or nothing.
   * @default null
   */
  currency?: string | null;
  /**
   * `pending`, `capture`, `settlement`, `deny`, `cancel`, `expire`, `failure`, `refund`, …
   * @default ""
   */
  transaction_status?: string;
  /**
   * `accept`, `deny`, `challenge`, or nothing.
   * @default null
   */
  fraud_status?: string | null;
  /**
   * Such as `bank_transfer`.
   * @default null
   */
  payment_type?: string | null;
  /**
   * The provider's own key.
   * @default ""
   */
  transaction_id?: string;
  /**
   * `yyyy-MM-dd HH:mm:ss`, GMT+7.
   * @default ""
   */
  transaction_time?: string;
  /**
   * A sentence for programmers.
   * @default ""
   */
  status_message?: string;
  /**
   * Hex of SHA-512 over order, status, amount and server key.
   * @default ""
   */
  signature_key?: string;
  /**
   * Amount refunded so far, such as `10000.00`.
   * @default null
   */
  refund_amount?: string | null;
  /**
   * Refunds of it, one by one.
   * @default []
   */
  refunds?: NoticedRefund[];
  /**
   * Facts beside it: of a fee that the buyer bears.
   * @default null
   */
  metadata?: Metadata | null;
}

/** The payment page of an order. */
export interface PaymentPage {
  redirect_url: string;
}

/** A batch of bonuses that are paid together. */
export interface Payout {
  id: PayoutId;
  period_id: PeriodId;
  period_name: string;
  /** The one member whose bonuses it holds, whatever the least amount; null where it holds those of all who can be paid. */
  only_member?: string | null;
  /** State of a batch. */
  state: PayoutState;
  /** Method of the tax calculation. */
  tax_method: TaxMethod;
  /** Percentage of each bonus, where the tax is calculated so, decimal text; else 0. */
  tax_percent: string;
  /** The month that the tax belongs to: the one in which it was prepared. */
  tax_month: Month;
  /**
   * Number of bonuses; like the sums, without those that were taken out.
   * @format int64
   */
  items: number;
  /** @format int64 */
  gross_rp: number;
  /** @format int64 */
  tax_rp: number;
  /**
   * Sum to transfer, rupiah.
   * @format int64
   */
  net_rp: number;
  /**
   * Number of bonuses taken out: left out before the approval, or with a transfer that failed.
   * @format int64
   */
  removed_items: number;
  /**
   * Sum that would have been transferred of them, rupiah.
   * @format int64
   */
  removed_net_rp: number;
  prepared_by: string;
  prepared_at: string;
  /** Whether the caller has prepared it, and so may not approve it. */
  is_own: boolean;
  approved_by?: string | null;
  approved_at?: string | null;
  paid_by?: string | null;
  paid_at?: string | null;
  /** A picture of the transfer, below `/storage/`. */
  proof_picture?: string | null;
  cancelled_by?: string | null;
  cancelled_at?: string | null;
  cancel_reason?: string | null;
  /**
   * Version that an action names as the state that it was decided on.
   * @format int64
   */
  version: number;
}

/** Reason for cancelling a batch. */
export interface PayoutCancellation {
  /**
   * A sentence, up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** @format int64 */
export type PayoutId = number;

/** A transfer of a batch: what it holds of a member. */
export interface PayoutItem {
  /**
   * Id of its first bonus's item.
   * @format int64
   */
  id: number;
  member_uid: string;
  /** As it was when it was prepared, like the bank account. */
  member_name: string;
  bank: string;
  bank_account: string;
  /**
   * Number of bonuses.
   * @format int64
   */
  bonuses: number;
  /**
   * Number of these that are of earlier periods.
   * @format int64
   */
  carried: number;
  /** @format int64 */
  gross_rp: number;
  /** @format int64 */
  tax_rp: number;
  /** @format int64 */
  net_rp: number;
  /** Whether the member has another bank account by now. */
  is_account_changed: boolean;
  /**
   * Time of the member's last change of bank account, RFC 3339, where that was in the 30 days before the batch was
   * prepared, or since; else null.
   */
  account_changed_at?: string | null;
  /** Whether another transfer to the account has failed, and the member has not looked at it since. */
  is_account_failed: boolean;
  /** Whether the member is suspended now. */
  is_suspended: boolean;
  /** Reason for its failure; null without one. */
  failure?: TransferFailure | null;
  /** Reason for leaving it out before the approval; null where it was not left out. */
  left_out_reason?: string | null;
  /** The bonuses, newest period first. */
  made_of: TransferredBonus[];
}

/** A page of a batch's transfers. */
export interface PayoutItems {
  items: PayoutItem[];
  next_cursor?: string | null;
}

/** A batch with what its page warns of. */
export interface PayoutPage {
  /** A batch of bonuses that are paid together. */
  payout: Payout;
  /**
   * Number of its members whose bank account is by now another than the one that it names, until it is paid.
   * @format int64
   */
  changed_accounts: number;
  /**
   * Number of its members who were suspended since it was prepared, until it is paid.
   * @format int64
   */
  suspended: number;
  /**
   * Number of transfers: one for each member, without those that were taken out.
   * @format int64
   */
  transfers: number;
  /**
   * Number of its bonuses that are of earlier periods.
   * @format int64
   */
  carried: number;
  /**
   * Number of transfers to an account that its member has named in the 30 days before the batch was prepared, or
   * since.
   * @format int64
   */
  recent_accounts: number;
}

/** Contents that a batch of a period would have now. */
export interface PayoutPreview {
  period_id: PeriodId;
  period_name: string;
  /** The one member that it is of; null where it is of all who can be paid. */
  member_uid?: string | null;
  member_name?: string | null;
  /** Method of calculating the tax. */
  tax_method: TaxMethod;
  /** Percentage of each bonus, where the tax is calculated so, decimal text; else 0. */
  tax_percent: string;
  /** The month that the tax would belong to. */
  tax_month: Month;
  /**
   * Least sum of a member's bonuses before tax that is paid, rupiah; 0 for no minimum.
   * @format int64
   */
  least_rp: number;
  /**
   * Number of bonuses.
   * @format int64
   */
  items: number;
  /**
   * Number of these that are of earlier periods.
   * @format int64
   */
  carried: number;
  /**
   * Number of transfers: one for each member.
   * @format int64
   */
  transfers: number;
  /** @format int64 */
  gross_rp: number;
  /** @format int64 */
  tax_rp: number;
  /** @format int64 */
  net_rp: number;
  /**
   * Bonuses that cannot be paid now: of members who are suspended, without a bank account or with a new one, with a
   * payout of the month under way, such as are taxed together, or whose bonuses come to less than the least amount.
   * @format int64
   */
  left_out: number;
  /** @format int64 */
  left_out_rp: number;
}

/** Proof that a batch was transferred. */
export interface PayoutProof {
  /**
   * A picture that was uploaded into `proofs`, for the office alone.
   * @maxLength 200
   * @pattern ^proofs/[A-Za-z0-9_-][A-Za-z0-9_.-]*$
   */
  proof_picture: string;
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** Selected version of a batch. */
export interface PayoutVersion {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** A page of the batches, newest first. */
export interface Payouts {
  payouts: Payout[];
  next_cursor?: string | null;
}

/** A period as it is typed over what it was. */
export interface PeriodEdit {
  /**
   * Up to 100 characters; no other period has it.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * First day in Jakarta, `YYYY-MM-DD`.
   * @format date
   */
  starts_on: string;
  /**
   * Last day in Jakarta, `YYYY-MM-DD`; a period that was closed early on this day stays so.
   * @format date
   */
  ends_on: string;
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** A period as it is typed. */
export interface PeriodForm {
  /**
   * Up to 100 characters; no other period has it.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * First day in Jakarta, `YYYY-MM-DD`.
   * @format date
   */
  starts_on: string;
  /**
   * Last day in Jakarta, `YYYY-MM-DD`.
   * @format date
   */
  ends_on: string;
}

/** @format int64 */
export type PeriodId = number;

/** A member's points of a period. */
export interface PeriodPoints {
  /** The period. */
  period_id: PeriodId;
  /** Its name. */
  name: string;
  /** Whether its bonuses are calculated, and nothing in it changes any more. */
  is_calculated: boolean;
  /**
   * Own points.
   * @format int64
   */
  own_bv: number;
  /**
   * Points of all below with the own, as needs and bonuses count a group.
   * @format int64
   */
  group_bv: number;
}

/** Version of a period that was read. */
export interface PeriodVersion {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** Sales, period by period. */
export interface PeriodsSales {
  /** The newest twelve, oldest first. */
  periods: SalesPeriod[];
}

/** A picture of a product. */
export interface Picture {
  /** @format int64 */
  id: number;
  /** Below `/storage/`. */
  picture: string;
}

/** Product matching a file. */
export interface PictureMatch {
  /** The product; null where no code is the file's name. */
  product?: PicturedProduct | null;
  /**
   * Position among the product's files: the number after the code, 0 without one.
   * @format int32
   * @min 0
   */
  place: number;
}

/** Products matching each file, in the order of the names. */
export interface PictureMatches {
  matches: PictureMatch[];
}

/** Names of files. */
export interface PictureNames {
  /**
   * Up to 1,000, each with its ending and, if it has one, the path before it.
   * @maxItems 1000
   */
  names: string[];
}

/** A product that pictures are for. */
export interface PicturedProduct {
  id: ProductId;
  name: string;
  sku: string;
  /**
   * Number of pictures in its gallery.
   * @min 0
   */
  pictures: number;
}

/** A plan that volume is earned in. */
export interface Plan {
  /** @format int64 */
  id: number;
  name: string;
}

/** Points of the period in a plan. */
export interface PlanBv {
  /** @format int64 */
  id_plan: number;
  name: string;
  /** @format int64 */
  total_bv: number;
}

/** Whether the choice between Plan A and Plan B matters. */
export interface PlanChoice {
  /** No where bonuses are the same whichever is chosen, now and by the newest version. */
  matters: boolean;
}

/** A plan, and what it was made from. */
export interface PlanCreation {
  /** A compensation plan as a document. Percentages are decimal text, such as `12.5`. */
  plan: PlanDocument;
  /**
   * Key of the newest version, which it was made from; 0 if there is none.
   * @format int64
   * @min 0
   */
  after_id: number;
  /** The period from which on it is to be used, not calculated and after those that are; null for the next calculation. */
  from_period?: PeriodId | null;
  /** Whether the caller has seen that it can pay more than its cap for a product. */
  acknowledges_worst_case?: boolean;
}

/** A compensation plan as a document. Percentages are decimal text, such as `12.5`. */
export interface PlanDocument {
  /** Display name. */
  name: string;
  /**
   * Value of a point, 0 or more.
   * @format int64
   * @min 0
   */
  point_value_rp: number;
  /** The most that all bonuses of a period come to, percent of its sales. */
  cap_percent: string;
  /**
   * The most that one member is paid for a period; null without such a cap.
   * @format int64
   */
  member_cap_rp?: number | null;
  /** The lowest rank whose holders head a group of their own; null where a personal group is the whole downline. */
  boundary_rank?: string | null;
  /**
   * Lowest first, 1 to 20; the first needs nothing.
   * @maxItems 20
   * @minItems 1
   */
  ranks: RankDocument[];
  /**
   * Paid components, up to 20.
   * @maxItems 20
   */
  components: ComponentDocument[];
}

/** A compensation plan that is being written. */
export interface PlanDraft {
  id: DraftId;
  /** The name in its document; empty where there is none yet. */
  name: string;
  /**
   * Counts its edits; an edit names the one that it was made on.
   * @format int64
   */
  version: number;
  changed_at: string;
  /** The name of who changed it last. */
  changed_by: string;
  /** Null while nobody has published it. */
  waiting?: Waiting | null;
}

/** Another owner's word for a draft. */
export interface PlanDraftConfirmation {
  /**
   * The version of the draft that was read.
   * @format int64
   */
  version: number;
  /**
   * Reason, up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** A document that is being written. */
export interface PlanDraftCreation {
  /** An object; it may be incomplete or wrong. */
  plan: object;
  /** An object: the sales and members that it is tried on; they may be incomplete or wrong. */
  example?: object | null;
}

/** A document that was edited. */
export interface PlanDraftForm {
  /** An object; it may be incomplete or wrong. */
  plan: object;
  /** An object: the sales and members that it is tried on; without one those that are kept stay. */
  example?: object | null;
  /**
   * The version that was edited.
   * @format int64
   */
  version: number;
}

/** A draft with its document. */
export type PlanDraftPage = PlanDraft & {
  /** The document as it was typed; it may be incomplete or wrong. */
  plan: any;
  /** The sales and members that it is tried on, as they were typed; null where none were kept. */
  example?: object | null;
};

/** Request to publish a draft. */
export interface PlanDraftPublication {
  /**
   * The version of the draft that was read.
   * @format int64
   */
  version: number;
  /**
   * Key of the newest version of the plan; 0 if there is none.
   * @format int64
   * @min 0
   */
  after_id: number;
  /** The period from which on it is to be used, not calculated and after those that are; null for the next calculation. */
  from_period?: PeriodId | null;
  /** Whether the caller has seen that it can pay more than its cap for a product. */
  acknowledges_worst_case?: boolean;
}

/** Result of publishing a draft: one of the two is null. */
export interface PlanDraftPublished {
  /** The version that was made of it; the draft is gone. */
  published?: PlanVersion | null;
  /** The draft, which waits for another owner. */
  waiting?: PlanDraftPage | null;
}

/** A page of the drafts, the newest first. */
export interface PlanDrafts {
  drafts: PlanDraft[];
  next_cursor?: string | null;
}

/** Limits that a plan loosens, of the newest version and the one that is used now: another owner has to confirm that. */
export interface PlanLooserLimits {
  /** The lowest cap of theirs, percent of sales, decimal text; null where this plan's is not higher. */
  cap_percent?: string | null;
  /**
   * The least that one of them pays one member for a period at most, rupiah; null where this plan pays no more.
   * @format int64
   */
  member_cap_rp?: number | null;
}

/** Bonuses that a plan would have paid in the newest calculated period. */
export interface PlanOverCap {
  period_id: PeriodId;
  period_name: string;
  /** @format int64 */
  sales_rp: number;
  /**
   * Total of its bonuses before its own cap, after the caps of members.
   * @format int64
   */
  uncapped_rp: number;
  /**
   * The most that they may come to.
   * @format int64
   */
  cap_rp: number;
  /** Whether they are more: another owner has to confirm it. */
  is_over: boolean;
}

/** Calculated periods under a plan. */
export interface PlanReplay {
  /** In the order in which they were calculated. */
  periods: ReplayedPeriod[];
  /** Sums over all the periods. */
  total: ReplayTotal;
}

/** A plan, and the periods that it is to be tried on. */
export interface PlanReplayRequest {
  /** A compensation plan as a document. Percentages are decimal text, such as `12.5`. */
  plan: PlanDocument;
  /**
   * Calculated periods, in any order.
   * @maxItems 36
   * @minItems 1
   */
  periods: PeriodId[];
}

/** Safeguards against a plan that pays more than the shop can afford. */
export interface PlanSafeguards {
  /** Null while no product earns points. */
  worst_case?: PlanWorstCase | null;
  /** Null while no period is calculated. */
  newest_period?: PlanOverCap | null;
  /** Null where it loosens none. */
  looser_limits?: PlanLooserLimits | null;
}

/** A compensation plan to begin from. */
export interface PlanTemplate {
  /** Stable. */
  code: string;
  /** Kind of plan, in a sentence or two. */
  description: string;
  /** The document; its name is the template's. */
  plan: PlanDocument;
}

/** A plan to be weighed. */
export interface PlanToWeigh {
  /** A compensation plan as a document. Percentages are decimal text, such as `12.5`. */
  plan: PlanDocument;
}

/** A version of the compensation plan. */
export interface PlanVersion {
  id: CompensationPlanId;
  created_at: string;
  /** The document, as it was published. */
  plan: PlanDocument;
  /** The period from which on it is used; null where it is from the calculation on that came next. */
  from_period?: PeriodId | null;
  from_period_name?: string | null;
  /** Names of the periods that were calculated by it, newest first. */
  periods: string[];
  /** Whether the next calculation goes by it. */
  is_used: boolean;
}

/** A page of the versions, newest first. */
export interface PlanVersions {
  plans: PlanVersion[];
  next_cursor?: string | null;
}

/** Business volume per plan, in points. */
export interface PlanVolumes {
  /**
   * Points in Plan A.
   * @format int64
   */
  plan_a: number;
  /**
   * Points in Plan B.
   * @format int64
   */
  plan_b: number;
}

/** The product of which a plan can pay the largest part. */
export interface PlanWorstCase {
  product_name: string;
  /** @format int64 */
  price_rp: number;
  /** @format int64 */
  points: number;
  /**
   * The most that all components together pay for it before any cap, percent of its price, decimal text rounded up to
   * two decimals; null where it costs nothing, or no number tells it.
   */
  percent?: string | null;
  /** The plan's cap, percent of sales, decimal text. */
  cap_percent: string;
  /** Whether it is more than the cap: who publishes has to acknowledge that. */
  is_over: boolean;
}

/** A picture of the popup as it is typed. */
export type PopupForm = ShowingForm & {
  /**
   * The voucher that it shows.
   * @format int64
   * @min 1
   * @default 0
   */
  voucher_id?: number;
  /**
   * As `POST /api/admin/pictures` named it.
   * @maxLength 200
   * @default ""
   * @pattern ^popup-vouchers/[A-Za-z0-9_-][A-Za-z0-9_.-]*$
   */
  picture?: string;
  /**
   * The version that was edited; of no meaning for a new one.
   * @format int64
   * @default 0
   */
  version?: number;
};

/** A picture of the popup. */
export interface PopupVoucher {
  /**
   * Its key.
   * @format int64
   */
  id: number;
  /** Below `/storage/`, 4 wide by 5 high. */
  picture: string;
  /** The code of the voucher that it shows. */
  code: string;
}

/** Payout to prepare, with the figures that its preview showed. */
export interface PrepareRequest {
  /** A calculated period. */
  period_id: PeriodId;
  /**
   * The uid of the one member who is to be paid, whatever the least amount; all who can be without it.
   * @maxLength 40
   */
  member_uid?: string | null;
  /**
   * Number of bonuses in the preview.
   * @format int64
   * @min 0
   */
  items: number;
  /**
   * Their gross sum, rupiah.
   * @format int64
   * @min 0
   */
  gross_rp: number;
  /**
   * Sum to be transferred, rupiah.
   * @format int64
   * @min 0
   */
  net_rp: number;
}

/** Settings of a product's price beside the price itself: promotion and retail price. */
export interface Pricing {
  /**
   * Price of one piece while the promotion runs, rupiah, less than the product's price; null for none.
   * @format int64
   */
  promo_rp?: number | null;
  /** The promotion's first moment, RFC 3339; null where it has begun. */
  promo_from?: string | null;
  /** Its last moment, RFC 3339; null where it has no end. */
  promo_until?: string | null;
  /**
   * Retail price of one piece for non-members, rupiah, above the product's price; null where none is set.
   * @format int64
   */
  retail_rp?: number | null;
}

/** A line of a packing slip. */
export type PrintedLine = Codes & {
  product_id: ProductId;
  name: string;
  variant?: string | null;
  /** @format int64 */
  quantity: number;
};

/** Contents of the papers of a parcel. */
export interface PrintedOrder {
  order_id: string;
  /** Time of placing the order, RFC 3339. */
  created_at: string;
  /** Means of paying an order. */
  payment_method: PaymentMethod;
  /** Payment state of an order. */
  payment_status: PaymentStatus;
  /** Shipment state of an order, by the spec's wire names. */
  shipment_status: ShipmentStatus;
  /** Person who receives an order. */
  receiver: Receiver;
  /** `JNE - REG23`. */
  courier: string;
  resi?: string | null;
  /**
   * Cash that the courier collects from the receiver, rupiah; null where nothing is to be collected.
   * @format int64
   */
  cod_rp?: number | null;
  /**
   * Total of the order, rupiah, and the value-added tax in the price of its goods; null where the shop was no
   * taxable business when it was placed.
   */
  taxed?: TaxedTotal | null;
  /**
   * By the products as they are now, grams.
   * @format int64
   */
  weight_gr: number;
  lines: PrintedLine[];
}

/** Data that the shop keeps of its members. */
export interface Privacy {
  groups: KeptData[];
}

/** A problem as administrators see it. */
export interface ProblemFacts {
  /**
   * Its key.
   * @format int64
   */
  id: number;
  /**
   * Kind of problem: `late_payment`, `partial_refund`, `chargeback`, `reversed`, `amount_mismatch`, `stray_payment`,
   * `double_payment` or `unclosed`.
   */
  kind: string;
  /**
   * The amount that the provider told of, rupiah.
   * @format int64
   */
  amount_rp: number;
  /** Explanation for administrators. */
  note: string;
  /** Time at which it was found, RFC 3339. */
  found_at: string;
  /** Time of the shop's next attempt to refund the money, RFC 3339; null when that takes a person. */
  next_try_at?: string | null;
  /**
   * Number of the shop's tries.
   * @format int64
   */
  tries: number;
  /** RFC 3339; null while it waits. */
  solved_at?: string | null;
  /** Action taken to solve it, where a person did so. */
  solution?: string | null;
  /** The administrator who solved it, where it was one. */
  solved_by?: string | null;
}

/** A product as lists show it. */
export type Product = BesidePrice & {
  /** Key. */
  id: ProductId;
  /** Name. */
  name: string;
  /** Picture below `/storage/`. */
  picture: string;
  /**
   * Price paid for one piece, rupiah.
   * @format int64
   */
  harga: number;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
  /**
   * Shipping weight of one piece, grams.
   * @format int64
   */
  beratPengiriman: number;
  /**
   * Net content, millilitres.
   * @format int64
   */
  beratBersih: number;
  /**
   * Minimum order, pieces.
   * @format int64
   */
  pemesananMin: number;
  /** Description. */
  deskripsi: string;
  /**
   * Average of the reviews, 0 to 5.
   * @format double
   */
  average_rating: number;
  /**
   * Pieces sold.
   * @format int64
   */
  terjual: number;
  /**
   * Category.
   * @format int64
   */
  category_id: number;
  /** Whether a variant is to be chosen. */
  has_variants: boolean;
};

/** A product as its own page shows it. */
export type ProductDetail = Product & {
  /** Composition. */
  komposisi: string;
  /** Usage directions. */
  cara_pakai: string;
  /** Storage directions. */
  penyimpanan: string;
  /** Name of the category. */
  category_name: string;
  /** Variants to choose from. */
  variants: Variant[];
  /** Whether each of them has pieces of its own; all sell from the same pieces else. */
  stock_by_variant: boolean;
  images: Picture[];
  augmented: Picture[];
};

/** Fields of a product that an administrator edits. */
export type ProductFields = Pricing &
  Schedule & {
    /** Name; no two products have the same. */
    name: string;
    /**
     * Category.
     * @format int64
     */
    category_id: number;
    /** Description. */
    description: string;
    /** Composition. */
    composition: string;
    /** Usage directions. */
    usage: string;
    /** Storage directions. */
    storage: string;
    /**
     * Price of one piece, rupiah.
     * @format int64
     */
    price_rp: number;
    /**
     * Business volume of one piece, points.
     * @format int64
     */
    bv: number;
    /**
     * Shipping weight of one piece, grams.
     * @format int64
     */
    weight_gr: number;
    /**
     * Net content, millilitres.
     * @format int64
     */
    net_ml: number;
    /**
     * Minimum order, pieces.
     * @format int64
     */
    min_order: number;
    /** The shop's own number of it, in capitals; empty for none. No two products have the same. */
    sku: string;
    /** Barcode printed on a piece for a scanner; empty for none. No two products have the same. */
    barcode: string;
    /** Storage location of its pieces in the warehouse; empty if not given. */
    shelf: string;
    /** Its variants, in order. */
    variants: VariantFields[];
    /** Whether its stock is counted by variant: it is the sum of theirs then. */
    by_variant: boolean;
    /** Pictures of the gallery below `/storage/`, in order; the first one stands for the product. */
    images: string[];
    /** Pictures of the product in use, in order. */
    augmented: string[];
  };

/** A product as a form sends it. */
export type ProductForm = TermsForm & {
  /**
   * Name, up to 120 characters.
   * @minLength 1
   * @maxLength 120
   * @pattern \S
   */
  name?: string;
  /**
   * Category.
   * @format int64
   */
  category_id?: number | null;
  /**
   * Description, up to 5,000 characters, as the three that follow.
   * @maxLength 5000
   */
  description?: string;
  /**
   * Composition.
   * @maxLength 5000
   */
  composition?: string;
  /**
   * Usage directions.
   * @maxLength 5000
   */
  usage?: string;
  /**
   * Storage directions.
   * @maxLength 5000
   */
  storage?: string;
  /**
   * Price of one piece, rupiah, 1 to 1,000,000,000.
   * @format int64
   * @min 1
   * @max 1000000000
   */
  price_rp?: number | null;
  /**
   * Business volume of one piece, points.
   * @format int64
   * @min 0
   * @max 1000000
   */
  bv?: number | null;
  /**
   * Shipping weight of one piece, grams.
   * @format int64
   * @min 0
   * @max 1000000
   */
  weight_gr?: number | null;
  /**
   * Net content, millilitres.
   * @format int64
   * @min 0
   * @max 1000000
   */
  net_ml?: number | null;
  /**
   * Minimum order, pieces, 1 or more.
   * @format int64
   * @min 1
   * @max 1000
   */
  min_order?: number | null;
  /**
   * The shop's own number, up to 40 letters, digits and `-._/`; empty for none.
   * @maxLength 40
   */
  sku?: string;
  /**
   * Barcode that a scanner reads from a piece; the same characters are allowed as in `sku`; empty for none.
   * @maxLength 40
   */
  barcode?: string;
  /**
   * Storage location of its pieces, up to 30 characters; empty if not given.
   * @maxLength 30
   */
  shelf?: string;
  /**
   * The variants, in order.
   * @maxItems 30
   */
  variants?: VariantForm[];
  /** Whether stock is counted by variant; the product's is the sum of theirs then. */
  by_variant?: boolean;
  /**
   * Pictures of the gallery as the upload named them, in order.
   * @maxItems 20
   */
  images?: string[];
  /**
   * Pictures of the product in use, in order.
   * @maxItems 20
   */
  augmented?: string[];
};

/** @format int64 */
export type ProductId = number;

/** A product as the administrators' list shows it. */
export type ProductOverview = Schedule & {
  id: ProductId;
  name: string;
  /** Below `/storage/`; empty for none. */
  picture: string;
  category_name: string;
  /**
   * Price of one piece, rupiah.
   * @format int64
   */
  price_rp: number;
  /**
   * Price paid instead while a promotion runs, rupiah; null while none does.
   * @format int64
   */
  promo_rp?: number | null;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /**
   * Pieces sold.
   * @format int64
   */
  sold: number;
  /** Status of a product. */
  status: ProductStatus;
};

/** Products, newest first. */
export interface ProductOverviews {
  products: ProductOverview[];
  /**
   * Limit of low stock, in pieces.
   * @format int64
   */
  low_stock: number;
  next_cursor?: string | null;
}

/** A question that the shop has answered. */
export interface ProductQuestion {
  /** @format int64 */
  id: number;
  question: string;
  /** Time at which the question was asked. */
  created_at: string;
  /** The first name of whoever asked. */
  user_name: string;
  /** Text of the shop's answer. */
  answer: string;
  /** Since when the answer stands there. */
  answered_at: string;
}

/** The parts of a profile. */
export interface Profile {
  /**
   * Full name.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * Mobile number in any usual Indonesian spelling.
   * @pattern ^(\+?62|0)?8[1-35-9]\d{7,10}$
   */
  no_hp: string;
  /**
   * Postal address.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  alamat: string;
  /**
   * Bank that bonuses are paid to.
   * @minLength 1
   * @maxLength 40
   */
  bank: string;
  /**
   * Account number: 10 digits at BCA, 7 to 11 at BNI, 13 to 17 at BRI, 12 to 17 at Mandiri, 10 to 14 at CIMB.
   * @pattern ^\d{6,20}$
   */
  rekening_bank: string;
  /**
   * `L` or `P`.
   * @pattern ^[LP]$
   */
  jenis_kelamin: string;
  /**
   * Birth date.
   * @format date
   */
  tanggal_lahir: string;
  /** The password as it is; needed where the bank account is another than before. */
  current_password?: string | null;
  /** JPEG, PNG or WebP, up to 2 MB. */
  profile_picture?: File | Blob | null;
}

/** A factor that someone shows. */
export interface Proof {
  /**
   * The six digits that the app shows, or a recovery code.
   * @maxLength 40
   */
  code?: string | null;
  /** Passkey response of the browser, as JSON. */
  passkey?: any;
}

/** A question about a product. */
export interface Question {
  /** The product that is asked about. */
  product_id: ProductId;
  /**
   * 1 to 500 characters, spaces around it not counted.
   * @minLength 1
   * @maxLength 500
   * @pattern \S
   */
  question: string;
}

/** The answered questions about a product. */
export interface Questions {
  /** Questions, most recently answered first. */
  questions: ProductQuestion[];
  /**
   * Number of all questions, found or not.
   * @format int64
   */
  total: number;
  next_cursor?: string | null;
}

/** Calculated totals of a cart. */
export interface Quote {
  /**
   * Sum of price × quantity, in rupiah.
   * @format int64
   */
  subtotal: number;
  /**
   * Discount by the voucher, in rupiah.
   * @format int64
   */
  discount: number;
  /**
   * Subtotal after the voucher, in rupiah.
   * @format int64
   */
  discounted_subtotal: number;
  /**
   * Shipping cost for the buyer, in rupiah.
   * @format int64
   */
  shipping_cost: number;
  /**
   * Discount on the shipping cost by the voucher, in rupiah.
   * @format int64
   */
  shipping_discount: number;
  /**
   * Total for the buyer, in rupiah.
   * @format int64
   */
  total: number;
  /**
   * Business volume earned, in points; a voucher does not lower it.
   * @format int64
   */
  bv: number;
  /** Weight for the shipping look-up in kilograms, as decimal text. */
  weight_kg: string;
  /**
   * Item value for the shipping look-up, in rupiah.
   * @format int64
   */
  item_value: number;
}

/** Data that the caller's card is calculated from. */
export interface RankCard {
  /** The moment of its figures, RFC 3339. */
  as_of: string;
  /** The period that takes orders now; null while there is none. */
  period_id?: PeriodId | null;
  period_name?: string | null;
  /** The compensation plan that the period would be calculated by; null while there is none. */
  plan_name?: string | null;
  /** Null while there is no period or no plan. */
  corner?: Corner | null;
  /** Heads of the legs of the corner, in their order. */
  legs: LegHead[];
}

/** A rank in a document. */
export interface RankDocument {
  /**
   * Its name among the ranks.
   * @pattern ^[a-z0-9_]{1,24}$
   */
  code: string;
  /** Display name. */
  name: string;
  /** Time for which it is held. */
  keeps: Keeps;
  /** Needs that must all be met. */
  needs: NeedDocument[];
}

/** Reason for an action on an account. */
export interface Reason {
  /**
   * Up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** Condition of the received pieces of a line. */
export interface ReceivedLine {
  /**
   * The line of the order.
   * @format int64
   */
  line_id: number;
  /**
   * Pieces that can be sold again, 0 or more.
   * @format int64
   * @min 0
   */
  saleable: number;
  /**
   * Pieces that cannot, 0 or more.
   * @format int64
   * @min 0
   */
  damaged: number;
}

/** A transfer that came to the shop's own account. */
export interface ReceivedTransfer {
  /**
   * The day in Jakarta on which it came, `YYYY-MM-DD`; at most 90 days ago.
   * @pattern ^\d{4}-\d{2}-\d{2}$
   */
  paid_on: string;
  /**
   * Rupiah; it must be the order's total.
   * @format int64
   * @min 0
   */
  amount_rp: number;
  /**
   * The bank that it came from.
   * @minLength 1
   * @maxLength 50
   * @pattern \S
   */
  bank: string;
  /**
   * Holder of the account it came from.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  sender: string;
  /**
   * A picture that was uploaded into `proofs`, for the office alone.
   * @maxLength 200
   * @pattern ^proofs/[A-Za-z0-9_-][A-Za-z0-9_.-]*$
   */
  proof_picture: string;
}

/** Person who receives an order. */
export interface Receiver {
  /** Name. */
  name: string;
  /** Mobile number. */
  phone: string;
  /** E-mail address. */
  email: string;
  /** Street address and destination. */
  address: string;
}

/** The codes that stand in for a lost factor. */
export interface RecoveryCodes {
  /** Each can be used once; they are shown once. */
  recovery_codes: string[];
}

/** The rule as administrators see it. */
export interface Recurrence {
  /** Null while periods are made by hand. */
  rule?: Rule | null;
  /** Time for which the shop can take orders. */
  intake: Intake;
  /**
   * Version that an edit names as the one it was made on; 0 before the first.
   * @format int64
   */
  version: number;
}

/** The rule as it is typed. */
export interface RecurrenceEdit {
  /** Null stops it; what is open stays. */
  rule?: Rule | null;
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** Shop's reason for refunding an order. */
export interface Refund {
  /**
   * 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
  /** The money is to go back by hand, though the order was paid at the provider. */
  manual?: boolean;
}

/** A refund by hand, as it was read. */
export interface RefundApproval {
  /**
   * Its version.
   * @format int64
   */
  version: number;
}

/** The parts of a registration. */
export interface Registration {
  /**
   * Full name.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * E-mail address, the account's name.
   * @format email
   * @maxLength 254
   */
  email: string;
  /**
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /**
   * The password again.
   * @minLength 8
   * @maxLength 128
   */
  confirmPassword: string;
  /**
   * Mobile number in any usual Indonesian spelling.
   * @pattern ^(\+?62|0)?8[1-35-9]\d{7,10}$
   */
  no_hp: string;
  /**
   * Postal address.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  alamat: string;
  /**
   * Bank that bonuses are paid to.
   * @minLength 1
   * @maxLength 40
   */
  bank: string;
  /**
   * Account number: 10 digits at BCA, 7 to 11 at BNI, 13 to 17 at BRI, 12 to 17 at Mandiri, 10 to 14 at CIMB.
   * @pattern ^\d{6,20}$
   */
  rekening_bank: string;
  /**
   * `L`, which is taken where nothing is said unless the shop asks for it later, or `P`.
   * @pattern ^[LP]?$
   */
  jenis_kelamin?: string | null;
  /**
   * Birth date.
   * @format date
   */
  tanggal_lahir: string;
  /** The leader's uid. */
  leader_id?: string | null;
  /**
   * Key of a plan; the first without it.
   * @pattern ^\d{0,9}$
   */
  id_plan?: string | null;
  /**
   * The version of the code of ethics that was shown beside the form; the one that holds without it.
   * @pattern ^\d{0,9}$
   */
  code_of_ethics_version?: string | null;
  /**
   * The version of the terms that was shown beside the form; the one that holds without it.
   * @pattern ^\d{0,9}$
   */
  terms_version?: string | null;
  /** JPEG, PNG or WebP, up to 2 MB. */
  profile_picture?: File | Blob | null;
}

/** The new last day of a period that has ended. */
export interface Reopening {
  /**
   * Last day in Jakarta, `YYYY-MM-DD`: today or later.
   * @format date
   */
  ends_on: string;
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** Sums over all the periods. */
export interface ReplayTotal {
  /** @format int64 */
  sales_rp: number;
  /** @format int64 */
  paid_rp: number;
  /** @format int64 */
  bonus_rp: number;
  /** @format int64 */
  difference_rp: number;
}

/** Amounts of a component in a period. */
export interface ReplayedComponent {
  /** Its code. */
  component: string;
  /** Its name in the plan, or where that has none of this code in the plan that was paid by. */
  name: string;
  /**
   * Amount as it was paid; 0 where the plan of that time has no component with this code.
   * @format int64
   */
  paid_rp: number;
  /**
   * Amount under the plan; 0 where that has no component with this code.
   * @format int64
   */
  bonus_rp: number;
  /**
   * `bonus_rp` less `paid_rp`.
   * @format int64
   */
  difference_rp: number;
}

/** A member who would have been paid more or less. */
export interface ReplayedMember {
  member_uid: string;
  member_name: string;
  /**
   * Amount they were paid.
   * @format int64
   */
  paid_rp: number;
  /**
   * Amount that the plan would have paid.
   * @format int64
   */
  bonus_rp: number;
  /**
   * `bonus_rp` less `paid_rp`.
   * @format int64
   */
  difference_rp: number;
}

/** Members whose differences are not among the largest. */
export interface ReplayedOthers {
  /** @format int64 */
  members: number;
  /**
   * Sum of their differences.
   * @format int64
   */
  difference_rp: number;
}

/** A calculated period, and what the plan would have made of it. */
export interface ReplayedPeriod {
  period_id: PeriodId;
  period_name: string;
  /** @format int64 */
  sales_rp: number;
  /**
   * The bonuses that were paid.
   * @format int64
   */
  paid_rp: number;
  /**
   * Percent of the sales, with two decimals.
   * @format double
   */
  paid_percent: number;
  /**
   * The bonuses that the plan would have paid.
   * @format int64
   */
  bonus_rp: number;
  /**
   * Percent of the sales, with two decimals.
   * @format double
   */
  bonus_percent: number;
  /**
   * Sum of these bonuses before the plan's cap, after the caps of members.
   * @format int64
   */
  uncapped_rp: number;
  /**
   * The most that they could have come to.
   * @format int64
   */
  cap_rp: number;
  /** Whether the cap would have scaled them down. */
  is_over_cap: boolean;
  /**
   * The bonuses that the plan would have paid less those that were paid: exactly the sum of all members' differences.
   * @format int64
   */
  difference_rp: number;
  /** In the order of the plan, then what only the plan has that was paid by; each sums to the bonuses exactly. */
  components: ReplayedComponent[];
  /** In the order of the plan, the lowest first. */
  ranks: ReplayedRank[];
  /** The hundred largest, largest first. */
  gains: ReplayedMember[];
  /** The hundred largest, largest first. */
  losses: ReplayedMember[];
  /** Everyone else who would have been paid more or less. */
  others: ReplayedOthers;
}

/** Number of members who hold a rank under the plan. */
export interface ReplayedRank {
  /** Its code. */
  rank: string;
  name: string;
  /**
   * Number of members who hold the rank; for the lowest rank only those who have points, or somebody below who has.
   * @format int64
   */
  members: number;
}

/** A tracking number put right. */
export interface Resi {
  /**
   * Tracking number, 3 to 64 letters, digits or hyphens.
   * @pattern ^\s*[A-Za-z0-9-]{3,64}\s*$
   */
  resi: string;
  /**
   * Courier that has taken it; unchanged if it is left out.
   * @maxLength 60
   */
  courier?: string | null;
  /** The tracking number that it takes the place of, as it was read. */
  was: string;
}

/** Answer to a step of a return. */
export interface ReturnAnswer {
  /** The sentence to show. */
  message: string;
  /** The return as it is now. */
  data: MemberReturn;
}

/** Deadline for requesting a return of one kind. */
export interface ReturnDeadline {
  /** Wish of a member for the goods that come back. */
  kind: ReturnKind;
  /** RFC 3339. */
  until: string;
}

/** A return with everything that its member may know of it. */
export interface ReturnFacts {
  /** Its key. */
  id: ReturnId;
  /** Its number, such as `R-20261121-7K3M9QXA`. */
  number: string;
  /** The order's number. */
  order_id: string;
  /** Remedy that the member wants. */
  kind: ReturnKind;
  /** State of the return. */
  state: ReturnState;
  /** Reason for the return. */
  reason: ReturnReason;
  /** Reason for the return, in the member's words. */
  note: string;
  /** Addresses of its pictures, for its member and administrators with their token. */
  pictures: string[];
  /** Lines that come back. */
  lines: ReturnLine[];
  /**
   * Goods at their price, rupiah.
   * @format int64
   */
  goods_rp: number;
  /**
   * Their share of the voucher's discount, rupiah.
   * @format int64
   */
  discount_rp: number;
  /**
   * Their share of the shipping, rupiah.
   * @format int64
   */
  shipping_rp: number;
  /** Whether the shop keeps the shipping because of a change of mind. */
  keeps_shipping: boolean;
  /**
   * Amount of a buy-back that the shop keeps, rupiah.
   * @format int64
   */
  deduction_rp: number;
  /**
   * Amount of the refund, rupiah: before the goods are received for those that were requested, then for those
   * received.
   * @format int64
   */
  refund_rp: number;
  /**
   * Points that go back.
   * @format int64
   */
  points: number;
  /** The courier's number of the parcel with new goods. */
  replacement_resi?: string | null;
  /** Reason for the shop's refusal. */
  refused_reason?: string | null;
  /** Time of the member's request, RFC 3339. */
  asked_at: string;
  /** Steps of the return, oldest first. */
  moves: ReturnMove[];
}

/** The parts of a question. */
export interface ReturnForm {
  /**
   * `refund`, `replacement` or `buyback`.
   * @pattern ^(refund|replacement|buyback)$
   */
  kind: string;
  /**
   * `damaged`, `wrong`, `incomplete`, `unwanted` or `other`.
   * @pattern ^(damaged|wrong|incomplete|unwanted|other)$
   */
  reason: string;
  /**
   * Up to 500 characters; needed for the reason `other`.
   * @maxLength 500
   */
  note?: string | null;
  /** JSON: `[{"line_id", "quantity"}]`. */
  lines: string;
  /** Up to 5; JPEG, PNG or WebP, up to 2 MB each. */
  pictures?: string[] | null;
}

/** @format int64 */
export type ReturnId = number;

/** A line of a return. */
export interface ReturnLine {
  /**
   * The line of the order.
   * @format int64
   */
  line_id: number;
  /** Name of the product, as it was bought. */
  name: string;
  /** Its variant. */
  variant?: string | null;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Pieces that were asked for.
   * @format int64
   */
  quantity: number;
  /**
   * Pieces that came and can be sold again; null until they are received.
   * @format int64
   */
  saleable?: number | null;
  /**
   * Pieces that came and cannot be sold again; null until they are received.
   * @format int64
   */
  damaged?: number | null;
}

/** Member who returns goods. */
export interface ReturnMember {
  uid: string;
  name: string;
  /** Mobile number, `08…`. */
  phone: string;
}

/** A step of a return. */
export interface ReturnMove {
  /** `asked`, `approved`, `refused`, `withdrawn`, `received`, `transferring`, `refunded` or `replaced`. */
  event: string;
  /** Time of the step, RFC 3339. */
  at: string;
  /** Actor: `member`, `shop` or `system`. */
  by: Actor;
  /** Reason for the step, if one was given. */
  reason?: string | null;
  /** The administrator's name, where it was one; for administrators alone. */
  staff_name?: string;
}

/** Goods to be given back. */
export interface ReturnQuestion {
  /** Wish of a member for the goods that come back. */
  kind: ReturnKind;
  /** Reason, as far as one is given: for a change of mind the shop may keep the shipping. */
  reason?: ReturnReason | null;
  /**
   * 1 to 200 lines of the order, each once.
   * @maxItems 200
   * @minItems 1
   */
  lines: ReturnWish[];
}

/** Worth of a returned part of an order. */
export interface ReturnQuote {
  /**
   * Goods at their price, rupiah.
   * @format int64
   */
  goods_rp: number;
  /**
   * Their share of the voucher's discount, rupiah.
   * @format int64
   */
  discount_rp: number;
  /**
   * Their share of the shipping, rupiah.
   * @format int64
   */
  shipping_rp: number;
  /** Whether the shop keeps the shipping because of a change of mind. */
  keeps_shipping: boolean;
  /**
   * Deduction that the shop keeps of a buy-back, rupiah.
   * @format int64
   */
  deduction_rp: number;
  /**
   * Amount refunded, rupiah.
   * @format int64
   */
  refund_rp: number;
  /**
   * Points that go back.
   * @format int64
   */
  points: number;
}

/** Received goods of a return. */
export interface ReturnReceipt {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
  /**
   * Every line of the return, each once.
   * @maxItems 200
   */
  lines: ReceivedLine[];
}

/** Reason for a refusal. */
export interface ReturnRefusal {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
  /**
   * 1 to 300 characters; the member reads it.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** The parcel with new goods. */
export interface ReturnReplacement {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
  /**
   * Tracking number, 3 to 64 letters, digits or hyphens.
   * @pattern ^\s*[A-Za-z0-9-]{3,64}\s*$
   */
  resi: string;
}

/** A transfer of the money of a return. */
export interface ReturnTransfer {
  bank: string;
  /** For who has nothing to do with money all but its last three digits are stars. */
  bank_account: string;
  account_name: string;
  /** The administrator's name. */
  prepared_by: string;
  /** Whether that is who asks: another administrator has to approve. */
  prepared_by_you: boolean;
  /** Time, RFC 3339. */
  prepared_at: string;
  /** Bank's reference; null until it is approved. */
  reference?: string | null;
}

/** Selected version of a return. */
export interface ReturnVersion {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** Pieces of a line of the order. */
export interface ReturnWish {
  /** @format int64 */
  line_id: number;
  /**
   * 1 or more.
   * @format int64
   * @min 1
   */
  quantity: number;
}

/** A line of an order, and how many pieces of it can be given back. */
export interface ReturnableLine {
  /** @format int64 */
  line_id: number;
  product_id: ProductId;
  name: string;
  variant?: string | null;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Price of one piece, rupiah.
   * @format int64
   */
  price: number;
  /**
   * Pieces that were bought.
   * @format int64
   */
  quantity: number;
  /**
   * Pieces that can still be asked for.
   * @format int64
   */
  open: number;
}

/** Member who asked for the return. */
export interface Returner {
  uid: string;
  name: string;
}

/** A review. */
export interface Review {
  /** @format int64 */
  id: number;
  /** Author of the review; null where that is not the caller. */
  user_id?: MemberId | null;
  product_id: ProductId;
  /** Number of the order that the product came with; null where that is not the caller's. */
  order_id?: string | null;
  /**
   * Stars, 1 to 5.
   * @format int64
   */
  rating: number;
  comment?: string | null;
  created_at: string;
  /** Answer of the shop; null where there is none. */
  answer?: string | null;
  /** Since when the answer stands there. */
  answered_at?: string | null;
  /** The first name alone where the caller did not write it. */
  user_name: string;
  /** File below `/uploads/profile/`. */
  user_picture?: string | null;
}

/** The reviews of a product. */
export interface Reviews {
  success: boolean;
  data: Review[];
  /**
   * Average of all of them, 0 to 5.
   * @format double
   */
  average_rating: number;
  /**
   * Number of reviews.
   * @format int64
   */
  total_review: number;
  next_cursor?: string | null;
}

/** Another role for an administrator. */
export interface RoleChange {
  /** `member` takes the rights away. */
  role: Role;
  /** The role that the form showed. */
  role_before: Role;
}

/** Product made or changed by a row. */
export interface RowChange {
  /**
   * The line of the file, from 1.
   * @format int64
   * @min 0
   */
  line: number;
  /** The product; null for a new one. */
  id?: ProductId | null;
  /** Its name afterwards. */
  name: string;
  cells: CellChange[];
}

/** Error in a row. */
export interface RowError {
  /**
   * The line of the file that the row begins on, from 1.
   * @format int64
   * @min 0
   */
  line: number;
  /** The column, as the shop calls it; empty for the row as a whole. */
  column: string;
  /** Text of the error. */
  message: string;
}

/** Recurrence of periods. */
export interface Rule {
  /** Unit of the length of a period. */
  unit: Unit;
  /**
   * Number of weeks or months: at most 52 or 12.
   * @format int32
   * @min 1
   * @max 52
   */
  length: number;
  /**
   * The day on which one begins: 1 (Monday) to 7 of a week, 1 to 28 of a month.
   * @format int32
   * @min 1
   * @max 28
   */
  starts_day: number;
  /**
   * Pattern of their names: `{bulan}` and `{tahun}` are those of a period's last day, `{mulai}` and `{selesai}` its
   * first and last day.
   * @minLength 1
   * @maxLength 100
   * @pattern \{(bulan|tahun|mulai|selesai)\}
   */
  name_pattern: string;
}

/** Sales, day by day. */
export interface Sales {
  /** Every day that was asked for, oldest first. */
  days: SalesDay[];
}

/** Sales of a day. */
export interface SalesDay {
  /** In Jakarta, `YYYY-MM-DD`. */
  date: string;
  /**
   * Orders that came to count as paid: paid online, or in cash that the shop has.
   * @format int64
   */
  orders: number;
  /**
   * Product value after discount, less what was given back that day, rupiah.
   * @format int64
   */
  sales_rp: number;
  /**
   * Business volume, less that of refunds, points.
   * @format int64
   */
  bv: number;
}

/** Sales of a period. */
export interface SalesPeriod {
  period_id: PeriodId;
  name: string;
  /**
   * Orders that came to count as paid.
   * @format int64
   */
  orders: number;
  /**
   * Product value after discount, less refunds, rupiah.
   * @format int64
   */
  sales_rp: number;
  /**
   * Business volume, less that of refunds, points.
   * @format int64
   */
  bv: number;
}

/** Sales of a span of days. */
export interface SalesReport {
  /** The largest first, by the hour for hours; at most 200. */
  rows: SalesRow[];
  /**
   * Total number of rows.
   * @min 0
   */
  count: number;
  /** Total of all rows. An order of several products is counted once for each. */
  total: Sold;
  /** Total in as many days before. */
  before: Sold;
}

/** Sales figures of one product, buyer, place or other key. */
export interface SalesRow {
  /**
   * Key: a product's or a category's id, a member's number, the code of a voucher, the hour from 0, else its name;
   * empty for sales without a voucher.
   */
  key: string;
  /** Name of the key; empty for sales without a voucher. */
  name: string;
  /** Sales figures. */
  sold: Sold;
  /** In as many days before. */
  before: Sold;
}

/** Amount before a cap that it exceeded, and the amount that it was scaled down to: each line by `to_rp` / `from_rp`. */
export interface Scale {
  /** @format int64 */
  from_rp: number;
  /** @format int64 */
  to_rp: number;
}

/** Times at which a product automatically comes into the shop and leaves it. */
export interface Schedule {
  /** Time at which it comes into the shop, RFC 3339; null for never, and for a product already there. */
  publish_at?: string | null;
  /** Time at which it leaves the shop, RFC 3339; null for never. */
  withdraw_at?: string | null;
}

/** The products and categories that a voucher is for. */
export interface Scope {
  /** Keys of products. */
  products: ProductId[];
  /** Keys of categories. */
  categories: number[];
}

/** A second factor for a login that has begun. */
export type SecondStep = Proof & {
  /**
   * Value returned by the first step.
   * @maxLength 100
   */
  challenge: string;
};

/** A chosen product with what the shop knows of it. */
export type SelectedProduct = Selection & {
  name: string;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Price paid for one piece, rupiah.
   * @format int64
   */
  harga: number;
  /**
   * The price that a promotion strikes through, rupiah.
   * @format int64
   */
  harga_coret?: number | null;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
  /**
   * Shipping weight of one piece, grams.
   * @format int64
   */
  beratPengiriman: number;
  /**
   * Minimum order, pieces.
   * @format int64
   */
  pemesananMin: number;
  /**
   * Key of the category.
   * @format int64
   */
  category_id: number;
};

/** A product that was chosen for checkout. */
export interface Selection {
  /** The cart line that it was chosen from, if it was. */
  id?: CartLineId | null;
  product_id: ProductId;
  /** Name of the variant, for a product that has some. */
  variant?: string | null;
  /**
   * Pieces, 1 or more.
   * @format int64
   * @min 1
   */
  quantity: number;
}

/** Seller of the goods, who also withholds tax, as papers name it. */
export interface Seller {
  /** The legal entity, or the shop where its owner has named none. */
  name: string;
  /** Postal address. */
  address: string;
  /** 15 or 16 digits; empty where the shop has said none. */
  tax_number: string;
}

/** Sender of the parcels. */
export interface Sender {
  name: string;
  /** Nothing where the shop has not said it. */
  phone: string;
  /** Nothing where the shop has not said it. */
  address: string;
}

/** The settings as they are typed. */
export interface SettingsForm {
  /**
   * @minLength 1
   * @maxLength 60
   * @default ""
   * @pattern \S
   */
  shop_name?: string;
  /**
   * @maxLength 200
   * @default ""
   */
  shop_address?: string;
  /**
   * @maxLength 100
   * @default ""
   */
  shop_hours?: string;
  /**
   * @maxLength 254
   * @default ""
   */
  shop_email?: string;
  /**
   * @maxLength 30
   * @default ""
   */
  shop_phone?: string;
  /**
   * An Indonesian mobile number in any usual spelling, or nothing.
   * @default ""
   */
  shop_whatsapp?: string;
  /**
   * As the search of destinations gave it.
   * @format int64
   * @min 1
   * @default 0
   */
  shipping_origin_id?: number;
  /**
   * As the search of destinations gave it.
   * @maxLength 300
   * @default ""
   */
  shipping_origin_label?: string;
  /**
   * Whether it stays open where parcels leave from, as long as nobody has chosen; no, if it is left out.
   * @default null
   */
  shipping_origin_open?: boolean | null;
  /**
   * 0 to 1,000,000; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 1000000
   * @default null
   */
  low_stock?: number | null;
  /**
   * `shown` or `masked`; or still `unchosen`.
   * @default ""
   * @pattern ^(unchosen|shown|masked)$
   */
  downline_contacts?: string;
  /**
   * `flat` or `pph21`; as it is, if it is left out.
   * @default null
   * @pattern ^(flat|pph21)$
   */
  payout_tax?: string | null;
  /**
   * 0 to 100, up to two decimals.
   * @default ""
   * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
   */
  payout_tax_percent?: string;
  /**
   * 0 to 10,000,000, 0 for nothing; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 10000000
   * @default null
   */
  payout_least_rp?: number | null;
  /**
   * 0 to 365; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 365
   * @default null
   */
  return_days?: number | null;
  /**
   * 0 to 365; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 365
   * @default null
   */
  buyback_days?: number | null;
  /**
   * 0 to 100, up to two decimals; as it is, if it is left out.
   * @default null
   * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
   */
  buyback_percent?: string | null;
  /**
   * Whether a refund for a change of mind gives the shipping back too; as it is, if it is left out.
   * @default null
   */
  unwanted_refunds_shipping?: boolean | null;
  /**
   * The legal entity that sells and withholds tax, or nothing; as it is, if it is left out.
   * @maxLength 100
   * @default null
   */
  legal_name?: string | null;
  /**
   * Its postal address, or nothing; as it is, if it is left out.
   * @maxLength 200
   * @default null
   */
  legal_address?: string | null;
  /**
   * 15 or 16 digits, with blanks, dots and hyphens between them, or nothing; as it is, if it is left out.
   * @maxLength 40
   * @default null
   */
  tax_number?: string | null;
  /**
   * `yes` or `no`; as it is, if it is left out.
   * @default null
   * @pattern ^(yes|no)$
   */
  taxable?: string | null;
  /**
   * Whether a product's least quantity binds who buys it; as it is, if it is left out.
   * @default null
   */
  minimum_binds?: boolean | null;
  /**
   * 0 to 1,000, 0 for no limit; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 1000
   * @default null
   */
  max_unpaid_orders?: number | null;
  /**
   * 0 to 1,000,000, 0 for no limit; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 1000000
   * @default null
   */
  max_unpaid_pieces?: number | null;
  /**
   * Whether a COD order of a member who has never paid for one that arrived waits for the shop's word; as it is, if it is
   * left out.
   * @default null
   */
  holds_first_cod?: boolean | null;
  /**
   * 1 to 90; as it is, if it is left out.
   * @format int64
   * @min 1
   * @max 90
   * @default null
   */
  session_days?: number | null;
  /**
   * 1 to 2,160; as it is, if it is left out.
   * @format int64
   * @min 1
   * @max 2160
   * @default null
   */
  session_idle_hours?: number | null;
  /**
   * 0 to 30; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 30
   * @default null
   */
  bank_hold_days?: number | null;
  /**
   * Whether owners and finance need a second factor, and whoever moves money or power shows who they are again; as it is,
   * if it is left out.
   * @default null
   */
  admin_factors?: boolean | null;
  /**
   * Whether members are told when an administrator sees the shop as they do; as it is, if it is left out.
   * @default null
   */
  tells_views?: boolean | null;
  /**
   * 0 to 30, 0 for no wait; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 30
   * @default null
   */
  approval_wait_days?: number | null;
  /**
   * 31 to 3650; as it is, if it is left out.
   * @format int64
   * @min 31
   * @max 3650
   * @default null
   */
  message_days?: number | null;
  /**
   * 5 to 30; as it is, if it is left out.
   * @format int64
   * @min 5
   * @max 30
   * @default null
   */
  books_years?: number | null;
  /**
   * 0 to 60, 0 for none by itself; as it is, if it is left out.
   * @format int64
   * @min 0
   * @max 60
   * @default null
   */
  backups_kept?: number | null;
  /**
   * Details that a member enters later than at registration; unchanged, if it is left out.
   * @maxItems 6
   * @default null
   */
  registration_later?: string[] | null;
  /**
   * Banks that bonuses can be paid to beside those that every shop has; unchanged, if it is left out.
   * @maxItems 24
   * @default null
   */
  more_banks?: string[] | null;
  /**
   * Explanation of Plan A; unchanged, if it is left out.
   * @maxLength 200
   * @default null
   */
  plan_a_text?: string | null;
  /**
   * Explanation of Plan B; unchanged, if it is left out.
   * @maxLength 200
   * @default null
   */
  plan_b_text?: string | null;
  /**
   * `member`, `both` or `retail`; as it is, if it is left out.
   * @default null
   * @pattern ^(member|both|retail)$
   */
  visitor_prices?: string | null;
  /**
   * The version that was edited.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** A row that pays an order. */
export interface SettledRow {
  /**
   * The line of the file, from 1.
   * @format int64
   * @min 0
   */
  line: number;
  /** The order's number. */
  order_id: string;
  /** The courier's number of its parcel. */
  resi?: string | null;
  receiver_name: string;
  /**
   * Rupiah.
   * @format int64
   */
  amount_rp: number;
  /**
   * Rupiah.
   * @format int64
   */
  fee_rp: number;
}

/** Result of importing a courier's report of collected cash. */
export interface SettlementAnswer {
  /** Whether it was done; if not, nothing was. */
  applied: boolean;
  /**
   * Orders that it pays.
   * @min 0
   */
  orders: number;
  /**
   * Amount paid by their buyers, rupiah.
   * @format int64
   */
  amount_rp: number;
  /**
   * Part of that which the courier kept, rupiah.
   * @format int64
   */
  fee_rp: number;
  /**
   * Mistakes in all rows; what has one is never done.
   * @min 0
   */
  mistakes: number;
  /** The first 200 of them, by line. */
  errors: RowError[];
  /** The first 200 rows that pay an order, by line. */
  rows: SettledRow[];
  /** Columns that are not read. */
  ignored_columns: string[];
  /** To be sent with the file again, to do this. */
  digest: string;
}

/** The part of a settlement. */
export interface SettlementUpload {
  /** CSV, up to 1 MB and 1,000 rows. */
  file: File | Blob;
}

/** Steps to set up a shop, in the order in which they are done. */
export interface Setup {
  /** Whether all that is required is done. */
  ready: boolean;
  /** Since when the shop is open; null while it is closed. */
  opened_at?: string | null;
  steps: SetupStep[];
  /** Time of the payment provider's last test of its notification address, RFC 3339; null if it never made one. */
  payment_notice_tested_at?: string | null;
  /** The texts that nobody has published yet. */
  drafts: DraftText[];
  /**
   * The numbers of the orders that the shop was tried with and that were not thrown away yet, newest first; at most
   * 20.
   */
  trials: string[];
}

/** Whether a step is done. */
export interface SetupStep {
  /** A step of setting up a shop. */
  step: SetupTask;
  done: boolean;
  /** Whether the shop cannot do without it. */
  required: boolean;
}

/** Shares of a pool. */
export interface Shares {
  /**
   * The member's.
   * @format int64
   */
  own: number;
  /**
   * Everyone's, with the member's.
   * @format int64
   */
  all: number;
}

/** Tracking data of the courier. */
export interface Ship {
  /**
   * Tracking number, 3 to 64 letters, digits or hyphens.
   * @pattern ^\s*[A-Za-z0-9-]{3,64}\s*$
   */
  resi: string;
  /**
   * Courier that has taken it, such as `JNE - REG23`; the service that the buyer chose, if it is left out.
   * @maxLength 60
   */
  courier?: string | null;
}

/** Shipping options to offer. */
export interface ShippingForm {
  /**
   * The ids of couriers that are not offered.
   * @maxItems 7
   */
  couriers_off: string[];
  /**
   * Working days until a parcel is with its courier; they are added to what the courier says.
   * @format int64
   * @min 0
   * @max 30
   */
  packing_days: number;
  /** Whether one can pay at the door. */
  cod: boolean;
  /**
   * The highest total that is paid so, rupiah; 0 for any.
   * @format int64
   * @min 0
   * @max 1000000000
   */
  cod_most_rp: number;
  /**
   * Cities, regencies and provinces where one can; everywhere, if there are none.
   * @maxItems 100
   */
  cod_places: string[];
  /**
   * Minimum value of the goods, before any voucher, for the shop to bear the shipping, rupiah; 0: it never does.
   * @format int64
   * @min 0
   * @max 1000000000
   */
  free_from_rp: number;
  /**
   * Maximum shipping cost that the shop bears, rupiah; 0 for all of it.
   * @format int64
   * @min 0
   * @max 1000000000
   */
  free_most_rp: number;
  /**
   * Places with free shipping; everywhere, if there are none.
   * @maxItems 100
   */
  free_places: string[];
  /**
   * Ways of the shop's own.
   * @maxItems 10
   */
  own: AdminOwnWay[];
  /**
   * The version that was edited.
   * @format int64
   */
  version: number;
}

/** A courier. */
export interface ShippingMethod {
  id: string;
  name: string;
  description: string;
}

/** The couriers that go to a destination. */
export interface ShippingMethodList {
  success: boolean;
  data: ShippingMethod[];
  /** Whether couriers could be asked; without them only the shop's own ways are offered. */
  couriers_reached: boolean;
}

/** A way to ship a parcel, with its price. */
export interface ShippingOption {
  /** Id of the courier. */
  shipping_name: string;
  /** The courier's service. */
  service_name: string;
  /**
   * Rupiah.
   * @format int64
   */
  shipping_cost: number;
  /** Working days, such as `2-3`, or nothing. */
  etd: string;
  /** Whether whoever brings it takes no money at the door; left out where they do. */
  no_cod?: boolean;
}

/** The ways to ship a parcel. */
export interface ShippingOptionList {
  success: boolean;
  shipping_options: Offer[];
  /** Whether one can pay at the door. */
  cod: CashOnDelivery;
  /** Whether couriers could be asked; without them only the shop's own ways are offered. */
  couriers_reached: boolean;
  /** Null where the shop bears no shipping, whatever the goods are worth. */
  free_shipping?: FreeShipping | null;
}

/** Shop's reason for cancelling an order. */
export interface ShopCancel {
  /**
   * 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** Time span of a view of an account by the shop. */
export interface ShopView {
  /** Since when, RFC 3339. */
  begun_at: string;
  /** Latest end, RFC 3339. */
  until: string;
}

/** Display period, as typed into a form. */
export interface ShowingForm {
  /**
   * The first moment, RFC 3339; null or empty for always before.
   * @default null
   */
  starts_at?: string | null;
  /**
   * The last moment, RFC 3339, after the first; null or empty for without end.
   * @default null
   */
  ends_at?: string | null;
  /**
   * Whether it is switched off.
   * @default false
   */
  switched_off?: boolean;
}

/** Colours made from an accent. */
export interface ShownPalette {
  /** Colours made from an accent in one theme. */
  light: ShownShades;
  /** Colours made from an accent in one theme. */
  dark: ShownShades;
}

/** Colours made from an accent in one theme. */
export interface ShownShades {
  /** Links and buttons, `#rrggbb`. */
  brand: string;
  /** Text colour on buttons, `#rrggbb`. */
  on_brand: string;
  /** Soft background behind a link, `#rrggbb`. */
  soft: string;
  /**
   * Contrast of the text on a button, 4.5 to 21.
   * @format double
   */
  contrast: number;
  /** Whether the accent itself would be hard to read, so that this is another colour. */
  adjusted: boolean;
}

/** Points that a component would have paid the member for, had they met its needs. */
export interface Skipped {
  /**
   * Number of members whose points these are; 1 for own points and for a share of a pool.
   * @format int64
   */
  members: number;
  /**
   * Number of points; for a pool those of everyone.
   * @format int64
   */
  points: number;
}

/** Sales figures. */
export interface Sold {
  /**
   * Orders that came to count as paid.
   * @format int64
   */
  orders: number;
  /**
   * Pieces; 0 where it is not told by goods.
   * @format int64
   */
  pieces: number;
  /**
   * Rupiah. By goods: the price of what was sold, before discount and whatever was given back of it later. Else: the
   * value of the goods after discount, less what was given back in these days, as the dashboard has it.
   * @format int64
   */
  sales_rp: number;
  /**
   * Points, by the same rule.
   * @format int64
   */
  bv: number;
}

/** Amounts that an order added to a figure, or took from it when goods were given back. */
export interface SoldOrder {
  order_id: string;
  /** Time when it, or what was given back, came to count, RFC 3339. */
  at: string;
  /** Buyer's uid. */
  uid: string;
  name: string;
  /**
   * Pieces; 0 where it is not told by goods.
   * @format int64
   */
  pieces: number;
  /**
   * Rupiah, by the report's rule; below 0 for what was given back.
   * @format int64
   */
  sales_rp: number;
  /**
   * Points, by the same rule.
   * @format int64
   */
  bv: number;
}

/** The orders behind a figure. */
export interface SoldOrders {
  /** Name of the key; empty for sales without a voucher, and for a key without any sales. */
  name: string;
  /** The newest first, at most 200. */
  orders: SoldOrder[];
  /** Whether there are more. */
  more: boolean;
  /** Total of all orders: the figure of the report. */
  total: Sold;
}

/** Action taken to solve a problem. */
export interface Solution {
  /**
   * 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  note: string;
}

/** A change of a product's stock. */
export interface StockForm {
  /** The variant, of a product whose stock is counted by variant. */
  variant_id?: VariantId | null;
  /** Kind of a change of stock by a person. */
  kind: StockChangeKind;
  /**
   * Pieces: those that came, or the difference, negative for fewer.
   * @format int64
   * @min -1000000
   * @max 1000000
   */
  quantity?: number | null;
  /**
   * Instead of a difference: how many pieces were counted.
   * @format int64
   * @min 0
   * @max 1000000
   */
  counted?: number | null;
  /**
   * With `counted`: what the books said when it was counted; a sale meanwhile refuses the count.
   * @format int64
   * @min 0
   */
  stock?: number | null;
  /**
   * Reason for the change, up to 300 characters; required for adjustments.
   * @maxLength 300
   */
  reason?: string | null;
  /**
   * Makes the request repeatable: the same token changes stock once. 16 to 64 letters, digits, `-` or `_`.
   * @pattern ^[A-Za-z0-9_-]{16,64}$
   */
  token?: string | null;
}

/** A product, what is left of it and how long that lasts. */
export interface StockLeft {
  product_id: ProductId;
  name: string;
  /** Empty where it has none. */
  sku: string;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /**
   * Pieces of orders that came to count as paid in the last 30 days.
   * @format int64
   */
  sold: number;
  /**
   * Whole days until it is sold out at that pace; null where nothing was sold.
   * @format int64
   */
  days_left?: number | null;
}

/** A movement of stock as the books show it. */
export interface StockMovement {
  /** @format int64 */
  id: number;
  /** Time of the movement, RFC 3339. */
  at: string;
  product_id: ProductId;
  product_name: string;
  /** Name of the variant, where stock is counted so. */
  variant?: string | null;
  /** Reason for a change of stock. */
  kind: MovementKind;
  /**
   * Pieces, negative for what left.
   * @format int64
   */
  quantity: number;
  /** Number of the order that took it or gave it back. */
  order_id?: string | null;
  /** Reason for the movement, if a person gave one. */
  reason?: string | null;
  /** Name of the person, where one did it. */
  member_name?: string | null;
}

/** Movements of stock, newest first. */
export interface StockMovements {
  movements: StockMovement[];
  next_cursor?: string | null;
}

/** A product's stock as it is now. */
export interface StockNow {
  id: ProductId;
  name: string;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /**
   * Pieces of the variant that was asked for.
   * @format int64
   */
  variant_stock?: number | null;
}

/** Report on how long stock lasts. */
export interface StockReport {
  /** Products that sell out soonest first, then those not sold; at most 200. */
  rows: StockLeft[];
  /**
   * Total number of rows.
   * @min 0
   */
  count: number;
}

/** A browser's subscription, as its `PushSubscription` says it. */
export interface SubscriptionForm {
  /**
   * The address of its push service, https.
   * @maxLength 1000
   */
  endpoint: string;
  /** The keys by which a browser reads what it is sent, as it says them. */
  keys: SubscriptionKeys;
}

/** The keys by which a browser reads what it is sent, as it says them. */
export interface SubscriptionKeys {
  /** Its public key, base64url. */
  p256dh: string;
  /** The secret that it shares with the shop, base64url. */
  auth: string;
}

/** Tags, in the order of the alphabet. */
export interface Tags {
  /** In lower case. */
  tags: string[];
}

/** Tags to add to something, and tags to remove. */
export interface TagsForm {
  /**
   * Up to 30 characters each.
   * @maxItems 10
   */
  add?: string[];
  /** @maxItems 10 */
  remove?: string[];
}

/** Tax withheld in a month. */
export interface TaxMonth {
  /** `YYYY-MM`. */
  month: Month;
  /**
   * Number of members who were paid: each has a slip.
   * @format int64
   */
  members: number;
  /**
   * Amount they were paid before tax, rupiah.
   * @format int64
   */
  gross_rp: number;
  /**
   * Tax withheld, rupiah.
   * @format int64
   */
  tax_rp: number;
  /**
   * Number of these members without a valid tax number: they are not in the file for the tax office.
   * @format int64
   */
  without_number: number;
  /**
   * Number of the month's payouts that are neither paid nor cancelled.
   * @format int64
   */
  underway: number;
  /** Whether the slips stay as they are: the month is over, and no payout of it is under way. */
  is_final: boolean;
  /** Whether the shop has said its own tax number. */
  has_shop_number: boolean;
}

/** A month in which bonuses were paid. */
export interface TaxMonthLine {
  /** `YYYY-MM`. */
  month: Month;
  /**
   * Number of payouts that were paid, without those of which every transfer failed.
   * @format int64
   */
  payouts: number;
  /**
   * Sum of these payouts before tax, rupiah.
   * @format int64
   */
  gross_rp: number;
  /**
   * Tax withheld, rupiah.
   * @format int64
   */
  tax_rp: number;
}

/** The months in which bonuses were paid, newest first. */
export interface TaxMonths {
  /** The month that it is now. */
  now: Month;
  months: TaxMonthLine[];
}

/** A member's tax number. */
export interface TaxNumber {
  /** 15 or 16 digits, or nothing. */
  number: string;
  /** State, as known to the shop. */
  state: TaxNumberState;
}

/** A tax number as it is typed. */
export interface TaxNumberForm {
  /**
   * 15 or 16 digits, with blanks, dots and hyphens between them; nothing takes the number away.
   * @maxLength 40
   */
  number: string;
}

/** A rule of income tax as it is typed. */
export interface TaxRuleForm {
  /**
   * The first month that it holds in, `YYYY-MM`: this one or a later one.
   * @default ""
   * @pattern ^\d{4}-\d{2}$
   */
  from_month?: string;
  /**
   * 0 to 100, up to two decimals.
   * @default ""
   * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
   */
  base_percent?: string;
  /**
   * 0 to 100, up to two decimals.
   * @default ""
   * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
   */
  surcharge_percent?: string;
  /**
   * 1 to 20, lowest first, the first from 0.
   * @maxItems 20
   * @minItems 1
   * @default []
   */
  layers?: TaxRuleLayer[];
}

/** @format int64 */
export type TaxRuleId = number;

/** A layer of a rule. */
export interface TaxRuleLayer {
  /**
   * Lower bound, rupiah of the amount that counts; 0 for the first.
   * @format int64
   * @min 0
   * @max 9007199254740991
   */
  from_rp: number;
  /**
   * Percent, decimal text with up to two decimals.
   * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
   */
  rate: string;
}

/** A rule of income tax. */
export interface TaxRuleShown {
  id: TaxRuleId;
  /** The first month that it holds in, `YYYY-MM`. */
  from_month: Month;
  /** Taxable part of an income, percent, decimal text. */
  base_percent: string;
  /** Surcharge on the tax that is withheld without a valid tax number, percent, decimal text. */
  surcharge_percent: string;
  /** Lowest first. */
  layers: TaxRuleLayer[];
  /** Whether it holds this month. */
  is_current: boolean;
  /** Whether it has not begun yet, and so can be taken away. */
  is_ahead: boolean;
}

/** The rules of income tax, newest first. */
export interface TaxRules {
  rules: TaxRuleShown[];
  /** Current method of calculating the tax on bonuses. */
  method: TaxMethod;
}

/** A member's tax slip. */
export interface TaxSlip {
  /** Such as `PPH21-202611-000123`. */
  number: string;
  /** The month, `YYYY-MM`. */
  month: Month;
  /** Shop that withheld the tax. */
  shop_name: string;
  shop_address: string;
  /** 15 or 16 digits; empty where the shop has said none. */
  shop_tax_number: string;
  member_name: string;
  member_uid: string;
  member_address: string;
  /** A member's tax number. */
  tax_number: TaxNumber;
  /**
   * Amount paid before tax, rupiah.
   * @format int64
   */
  gross_rp: number;
  /**
   * Taxable part of it, rupiah.
   * @format int64
   */
  base_rp: number;
  /**
   * Tax withheld, rupiah.
   * @format int64
   */
  tax_rp: number;
  /** Time of the last withholding of tax, RFC 3339. */
  last_at: string;
  /** Whether it stays as it is: the month is over, and no payout of it is under way. */
  is_final: boolean;
  /** Bonuses that the slip is made of; their amounts add up exactly to those of the slip. */
  bonuses: TaxSlipBonus[];
}

/** A bonus on a tax slip. */
export interface TaxSlipBonus {
  /** BV period of the bonus. */
  period_name: string;
  /**
   * Before tax, rupiah.
   * @format int64
   */
  gross_rp: number;
  /**
   * Tax withheld from it, rupiah.
   * @format int64
   */
  tax_rp: number;
}

/** A member's tax slip in the list. */
export interface TaxSlipLine {
  /** Such as `PPH21-202611-000123`. */
  number: string;
  /** The month, `YYYY-MM`. */
  month: Month;
  /**
   * Amount paid before tax, rupiah.
   * @format int64
   */
  gross_rp: number;
  /**
   * Tax withheld, rupiah.
   * @format int64
   */
  tax_rp: number;
}

/** The caller's tax slips. */
export interface TaxSlips {
  /** Newest month first. */
  slips: TaxSlipLine[];
}

/** Total and tax of an order of a taxable business. */
export interface TaxedTotal {
  /**
   * With shipping, rupiah.
   * @format int64
   */
  total_rp: number;
  /**
   * The value-added tax in the price of its goods, rupiah.
   * @format int64
   */
  vat_rp: number;
}

/** The promotion, the retail price and the moments of a product as a form sends them. */
export interface TermsForm {
  /**
   * Price of one piece while the promotion runs, rupiah, less than the price; nothing for none.
   * @format int64
   * @min 1
   * @max 1000000000
   */
  promo_rp?: number | null;
  /** Start of the promotion, RFC 3339; nothing where it has begun. */
  promo_from?: string | null;
  /** End of the promotion, RFC 3339; nothing where it has no end. */
  promo_until?: string | null;
  /**
   * Retail price of one piece for non-members, rupiah, above the price; nothing where none is set.
   * @format int64
   * @min 1
   * @max 1000000000
   */
  retail_rp?: number | null;
  /** Time at which a draft or an archived product comes into the shop, RFC 3339; nothing for never. */
  publish_at?: string | null;
  /** Time at which the product leaves the shop, RFC 3339; nothing for never. */
  withdraw_at?: string | null;
}

/** Words as they are typed. */
export interface TextForm {
  /**
   * Up to 150 characters; with the body empty, what the program comes with is put back.
   * @maxLength 150
   * @default ""
   */
  subject?: string;
  /**
   * Up to 4,000 characters.
   * @maxLength 4000
   * @default ""
   */
  body?: string;
  /**
   * The version that was edited.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** A name that texts of a kind may have in braces. */
export interface TextPlaceholder {
  /** As it stands between the braces. */
  name: string;
  /** Example of its value. */
  example: string;
  /** Whether the text must have it. */
  required: boolean;
}

/** Open tasks of the caller's role; null for those of other roles. Counted up to 1000. */
export interface Today {
  /**
   * Orders that can be packed.
   * @format int64
   */
  to_pack?: number | null;
  /**
   * COD orders that wait for the shop's word.
   * @format int64
   */
  held?: number | null;
  /**
   * Packed orders that no courier has.
   * @format int64
   */
  to_ship?: number | null;
  /**
   * Unpaid orders that expire within three hours.
   * @format int64
   */
  expiring?: number | null;
  /**
   * COD orders that were sent and whose cash the shop does not have yet.
   * @format int64
   */
  cash_due?: number | null;
  /**
   * Orders whose money is not where it should be.
   * @format int64
   */
  payment_problems?: number | null;
  /**
   * Orders whose money waits for someone's word to go back by hand.
   * @format int64
   */
  refunds_prepared?: number | null;
  /**
   * Returns that wait to be judged.
   * @format int64
   */
  returns_asked?: number | null;
  /**
   * Returns whose goods have come, and which wait for their money or for new goods.
   * @format int64
   */
  returns_received?: number | null;
  /**
   * Returns whose transfer waits for a second person.
   * @format int64
   */
  returns_transferring?: number | null;
  /**
   * Products with few pieces left.
   * @format int64
   */
  low_stock?: number | null;
  /**
   * Pieces at which a product counts as such.
   * @format int64
   */
  low_stock_from: number;
  /**
   * Reviews of the last seven days.
   * @format int64
   */
  new_reviews?: number | null;
  /**
   * Questions about products that wait for an answer.
   * @format int64
   */
  questions_waiting?: number | null;
  /**
   * BV periods that have ended and wait to be calculated.
   * @min 0
   */
  periods_to_calculate?: number | null;
  bonuses_to_pay?: BonusesToPay | null;
  /**
   * Members who may be the same person as another member.
   * @format int64
   */
  likely_doubles?: number | null;
  /**
   * Compensation plans that another owner wants to publish, and which wait for the caller's word.
   * @format int64
   */
  plans_to_confirm?: number | null;
  /**
   * Different faults of pages that browsers told of within 7 days, for the owner.
   * @format int64
   */
  page_faults?: number | null;
  /** Time for which the shop can take orders; shown to every role, because without a period nobody can buy. */
  intake: Intake;
}

/** Tracking of a parcel. */
export interface Tracking {
  resi: string;
  /** `JNE - REG23`. */
  shipping_method: string;
  /** Latest status; empty if there is none. */
  last_status: string;
  /** Newest first; empty while the courier knows nothing of the parcel. */
  history: Event[];
}

/** Tracking of the parcel of an order. */
export interface TrackingData {
  /** Tracking of a parcel. */
  data: Tracking;
}

/** The order that was placed. */
export interface TransactionAnswer {
  /** An order. */
  transaction: Order;
}

/** Proof that money was transferred. */
export interface TransferApproval {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
  /**
   * Bank's reference of the transfer, 1 to 100 characters.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  reference: string;
}

/** Details of the transfer that paid an order. */
export interface TransferFacts {
  /** The day in Jakarta on which it came, `YYYY-MM-DD`. */
  paid_on: string;
  /**
   * Rupiah.
   * @format int64
   */
  amount_rp: number;
  /** The bank that it came from. */
  bank: string;
  /** Holder of the account it came from. */
  sender: string;
  /** The picture that shows it, for finance; null where its member was erased. */
  proof_picture?: string | null;
  /** Name of the administrator who recorded it. */
  received_by: string;
  /** Time of the recording, RFC 3339. */
  received_at: string;
}

/** Account to transfer money to. */
export interface TransferForm {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
  /**
   * @minLength 1
   * @maxLength 50
   * @pattern \S
   */
  bank: string;
  /**
   * 5 to 30 digits.
   * @pattern ^\s*\d{5,30}\s*$
   */
  bank_account: string;
  /**
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  account_name: string;
}

/** A bonus in a transfer. */
export interface TransferredBonus {
  id: BonusId;
  period_name: string;
  /**
   * Before tax.
   * @format int64
   */
  gross_rp: number;
}

/** The part of an upload. */
export interface Upload {
  /** JPEG, PNG or WebP, up to 12 MB. */
  picture: File | Blob;
}

/** A picture that the shop has taken. */
export interface Uploaded {
  /** Below `/storage/`: what forms then name the picture by. */
  picture: string;
  /**
   * Pixels from side to side.
   * @format int32
   * @min 0
   */
  width: number;
  /**
   * Pixels from top to bottom.
   * @format int32
   * @min 0
   */
  height: number;
}

/** A member, as the member sees themselves. */
export interface User {
  /** Key. */
  id: MemberId;
  /** The number that others know the member by, such as `KS12345678`. */
  uid: string;
  /** Full name. */
  name: string;
  /** E-mail address. */
  email: string;
  /** Mobile number, `08…`. */
  no_hp: string;
  /** Postal address. */
  alamat: string;
  /** Bank of the bonus. */
  bank: string;
  /** Account number. */
  rekening_bank: string;
  /** `L` or `P`. */
  jenis_kelamin: string;
  /** Birth date, `YYYY-MM-DD`. */
  tanggal_lahir: string;
  /**
   * Plan chosen at registration.
   * @format int64
   */
  id_plan: number;
  /** File below `/uploads/profile/`. */
  profile_picture?: string | null;
  /** The leader's uid. */
  leader_id?: string | null;
  /**
   * Own business volume in all periods, in points.
   * @format int64
   */
  BV: number;
  /** Permissions of the account. */
  role: Role;
  /** Whether the role needs a second factor that the account does not have: until it has one, the office is closed to it. */
  needs_factor: boolean;
  /**
   * Time from which an administrator may approve outgoing money, RFC 3339; null if already allowed, and for other
   * members.
   */
  approves_from?: string | null;
  /** Whether the e-mail address is proven; until then payouts and inviting others wait. */
  email_verified: boolean;
  /**
   * Whether the code of ethics or the terms hold in a version that the member has not accepted; administrators act for
   * the shop and are not asked.
   */
  agreements_asked: boolean;
}

/** A variant of a product, with what counts for it: its own, or the product's. */
export type Variant = BesidePrice & {
  id: VariantId;
  /** Name. */
  variant_name: string;
  /**
   * Price paid for one piece, rupiah.
   * @format int64
   */
  harga: number;
  /**
   * Pieces in stock: its own, or those of all variants together where the shop counts them so.
   * @format int64
   */
  stock: number;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
  /**
   * Shipping weight of one piece, grams.
   * @format int64
   */
  beratPengiriman: number;
  /** Picture below `/storage/`, one of the gallery. */
  picture: string;
};

/** Fields of a variant that an administrator edits; where one is left out, the product's applies. */
export interface VariantFields {
  /** Key; null for a new one. */
  id?: VariantId | null;
  /** Name; no two variants of a product have the same. */
  name: string;
  /**
   * Price of one piece, rupiah; null where it is the product's.
   * @format int64
   */
  price_rp?: number | null;
  /**
   * Business volume of one piece, points; null where it is the product's.
   * @format int64
   */
  bv?: number | null;
  /**
   * Shipping weight of one piece, grams; null where it is the product's.
   * @format int64
   */
  weight_gr?: number | null;
  /** The shop's own number of it, in capitals; empty where it is the product's. */
  sku: string;
  /** Barcode printed on a piece for a scanner; empty where it is the product's. */
  barcode: string;
  /** One of the product's gallery, below `/storage/`; empty where the product's stands for it. */
  picture: string;
}

/** A variant as a form sends it; what is left out is the product's. */
export interface VariantForm {
  /** Key of the variant that this is; null for a new one. */
  id?: VariantId | null;
  /**
   * Name, up to 60 characters.
   * @minLength 1
   * @maxLength 60
   */
  name?: string;
  /**
   * Price of one piece, rupiah.
   * @format int64
   * @min 1
   * @max 1000000000
   */
  price_rp?: number | null;
  /**
   * Business volume of one piece, points.
   * @format int64
   * @min 0
   * @max 1000000
   */
  bv?: number | null;
  /**
   * Shipping weight of one piece, grams.
   * @format int64
   * @min 0
   * @max 1000000
   */
  weight_gr?: number | null;
  /**
   * The shop's own number; empty for the product's.
   * @maxLength 40
   */
  sku?: string;
  /**
   * Barcode that a scanner reads from a piece; empty for the product's.
   * @maxLength 40
   */
  barcode?: string;
  /** One of `images`; empty for the first of them. */
  picture?: string;
  /**
   * Its pieces: of a new product what it begins with, of one that begins to be counted by variant its part of the stock.
   * @format int64
   * @min 0
   * @max 1000000
   */
  stock?: number | null;
}

/** @format int64 */
export type VariantId = number;

/** Code that opens a view. */
export interface ViewBegun {
  /** Opens it once, within two minutes, in the login that asked for it. */
  code: string;
  /** End of the view, RFC 3339. */
  until: string;
}

/** A code that opens a view. */
export interface ViewCode {
  /** @maxLength 100 */
  code: string;
}

/** A filter to be kept. */
export interface ViewForm {
  /**
   * @minLength 1
   * @maxLength 40
   * @pattern \S
   */
  name: string;
  /**
   * As in the address of the list, without a `?`.
   * @maxLength 1000
   */
  query: string;
}

/** A voucher as the list shows it. */
export interface Voucher {
  id: VoucherId;
  /** Its code; empty until it begins. */
  code: string;
  /** Whether it runs. */
  status: VoucherStatus;
  /**
   * Percent of the products that it is for; 0 where it takes off something else.
   * @format double
   */
  discount: number;
  /** Discount in words: `Diskon 12,5%`, `Potongan Rp 20.000`, `Gratis ongkir hingga Rp 15.000`. */
  benefit: string;
  /** The categories and products that it is for; null for all. */
  only?: string[] | null;
  /** Below `/storage/`. */
  picture: string;
  /** Whether it can be used now. */
  valid: boolean;
  /** Start of its validity, RFC 3339. */
  starts: string;
  /** End of its validity, RFC 3339. */
  exp: string;
  /**
   * Least that the products it is for must cost together, rupiah; left out for anything.
   * @format int64
   */
  minimum_rp?: number | null;
  /** Whether it is for a member's first order alone. */
  first_order: boolean;
  title: string;
  /** Conditions that are checked, then the shop's own words, a sentence each. */
  terms: string[];
}

/** Whether a voucher can be used. */
export interface VoucherCheck {
  code: string;
  valid: boolean;
  /**
   * Percent of the products that it is for; 0 if it is not valid, or takes off something else.
   * @format double
   */
  discount: number;
  /**
   * The most that the percentage takes off, rupiah; left out for without limit.
   * @format int64
   */
  discount_most?: number | null;
  /**
   * Further discount on the products that it is for, rupiah; left out for nothing.
   * @format int64
   */
  discount_amount?: number | null;
  /**
   * The most that it takes off the shipping cost, rupiah; left out for nothing.
   * @format int64
   */
  shipping_discount?: number | null;
  /**
   * Minimum total of the products that it is for, rupiah; left out where there is none.
   * @format int64
   */
  minimum_rp?: number | null;
  /** Products or categories it is for; left out for all. */
  only?: Scope | null;
  /** The sentence to show. */
  message: string;
}

/** A voucher as it is typed. */
export interface VoucherForm {
  /**
   * Letters, digits, hyphens and single spaces, 3 to 30 characters; kept in upper case.
   * @minLength 3
   * @maxLength 30
   * @default ""
   * @pattern ^[A-Za-z0-9]+([ -][A-Za-z0-9]+)*$
   */
  code?: string;
  /**
   * @minLength 1
   * @maxLength 100
   * @default ""
   * @pattern \S
   */
  title?: string;
  /**
   * Each in a line of its own.
   * @default []
   */
  terms?: string[];
  /**
   * As `POST /api/admin/pictures` named it; empty for one that the shop draws.
   * @maxLength 200
   * @default ""
   * @pattern ^(vouchers/[A-Za-z0-9_-][A-Za-z0-9_.-]*)?$
   */
  picture?: string;
  /**
   * Kind of discount.
   * @default "percent"
   */
  kind?: Kind;
  /**
   * Above 0, at most 100, up to two decimals; of no meaning for another kind.
   * @default ""
   * @pattern ^((100|\d{1,2}([.,]\d{1,2})?)|)$
   */
  discount_percent?: string;
  /**
   * Discount on the products that it is for, rupiah; without meaning for another kind.
   * @format int64
   * @min 0
   * @default 0
   */
  discount_rp?: number;
  /**
   * Maximum discount, by its percentage or off the shipping, rupiah; null for no limit.
   * @format int64
   * @min 1
   * @default null
   */
  most_rp?: number | null;
  /**
   * RFC 3339.
   * @format date-time
   * @default ""
   */
  starts_at?: string;
  /**
   * RFC 3339, after the start.
   * @format date-time
   * @default ""
   */
  ends_at?: string;
  /**
   * Uses in all; null for without limit.
   * @format int64
   * @min 1
   * @max 1000000000
   * @default null
   */
  quota?: number | null;
  /**
   * Uses by one member; null for without limit.
   * @format int64
   * @min 1
   * @max 1000000000
   * @default null
   */
  member_quota?: number | null;
  /**
   * @format int64
   * @min 0
   * @default 0
   */
  minimum_rp?: number;
  /**
   * Whether it is for a member's first order alone.
   * @default false
   */
  first_order?: boolean;
  /**
   * Whether it is for the `products` and `categories` alone.
   * @default false
   */
  scoped?: boolean;
  /**
   * Keys of products.
   * @maxItems 500
   * @default []
   */
  products?: ProductId[];
  /**
   * Keys of categories.
   * @maxItems 500
   * @default []
   */
  categories?: number[];
  /**
   * Whether it is for the `members` alone.
   * @default false
   */
  chosen_members?: boolean;
  /**
   * Uids.
   * @maxItems 500
   * @default []
   */
  members?: string[];
  /**
   * The version that was edited; of no meaning for a new one.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** @format int64 */
export type VoucherId = number;

/** Version of a voucher that was read before an action on it. */
export interface VoucherVersion {
  /** @format int64 */
  version: number;
}

/** A draft that was to be published and waits for another owner. */
export interface Waiting {
  asked_at: string;
  /** Owner who wants to publish it. */
  asked_by: string;
  /** Whether that is the caller, who cannot confirm it. */
  is_own: boolean;
  /** The period from which on it is to be used; null for the next calculation. */
  from_period?: PeriodId | null;
  from_period_name?: string | null;
}

/** A member's bonuses that are paid once they come to the shop's least amount. */
export interface WaitingBonuses {
  /**
   * Sum of all of them before tax, rupiah.
   * @format int64
   */
  bonus_rp: number;
  /**
   * Least sum they must reach, rupiah.
   * @format int64
   */
  least_rp: number;
}

/** Numbers of returns that wait for someone, each counted up to 1000. */
export interface WaitingReturns {
  /**
   * To be judged.
   * @format int64
   */
  asked: number;
  /**
   * For their goods.
   * @format int64
   */
  approved: number;
  /**
   * For their money, or for new goods.
   * @format int64
   */
  received: number;
  /**
   * For a second person who approves the transfer.
   * @format int64
   */
  transferring: number;
}

/** A webhook. */
export interface Webhook {
  /** @format int64 */
  id: number;
  url: string;
  /** Kinds that it gets. */
  kinds: MessageKind[];
  /** Creation time, RFC 3339. */
  created_at: string;
  /** Secret that signs its requests: returned only once, when it is made. */
  secret?: string | null;
}

/** A webhook as it is typed. */
export interface WebhookForm {
  /**
   * An https address; http on this machine alone.
   * @maxLength 500
   * @default ""
   */
  url?: string;
  /**
   * Kinds that it gets.
   * @default []
   */
  kinds?: MessageKind[];
}

/** The requests that were made to a webhook, newest first, up to 50. */
export interface WebhookTries {
  tries: WebhookTry[];
}

/** A request that was made to a webhook. */
export interface WebhookTry {
  /** Topic of a message. */
  kind: MessageKind;
  /** Id of the message, the same at every try. */
  message: string;
  /** Time of the request, RFC 3339. */
  at: string;
  /** @format int64 */
  took_ms: number;
  /**
   * HTTP status of the answer, if there was one.
   * @format int64
   */
  status?: number | null;
  /** Reason why it counts as failed; empty for an accepted one. */
  error: string;
}

/** The webhooks, oldest first. */
export interface Webhooks {
  webhooks: Webhook[];
  /** Kinds of messages that a webhook can receive. */
  kinds: MessageKind[];
}

/** A wishlist. */
export interface Wishlist {
  success: boolean;
  data: WishlistItem[];
}

/** A product on a wishlist, with all that lists of products know of it. */
export type WishlistItem = BesidePrice & {
  id: WishlistItemId;
  product_id: ProductId;
  user_id: MemberId;
  name: string;
  /**
   * Price paid for one piece, rupiah.
   * @format int64
   */
  harga: number;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
  /**
   * Shipping weight of one piece, grams.
   * @format int64
   */
  beratPengiriman: number;
  /**
   * Pieces sold.
   * @format int64
   */
  terjual: number;
  /**
   * Average of the reviews, 0 to 5.
   * @format double
   */
  average_rating: number;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /**
   * Net content, millilitres.
   * @format int64
   */
  beratBersih: number;
  /**
   * Minimum order, pieces.
   * @format int64
   */
  pemesananMin: number;
  /** Description. */
  deskripsi: string;
  /**
   * Category.
   * @format int64
   */
  category_id: number;
  /** Whether a variant is to be chosen. */
  has_variants: boolean;
};

/** @format int64 */
export type WishlistItemId = number;

/** A parameter as it can be written into an address; one that is nothing or empty stays away. */
export type Param = string | number | boolean | null | undefined;

/** Every call that the document has, by method and path: its parameters, its body, and its answer. */
export interface Calls {
  /** Every product, by key */
  'GET /api/products': {
    params: Record<string, never>;
    body: undefined;
    answer: Product[];
  };
  /** One product with all that its page shows */
  'GET /api/product/{id}': {
    params: { id: Param };
    body: undefined;
    answer: ProductDetail;
  };
  /** The variants of a product */
  'GET /api/product/{id}/variants': {
    params: { id: Param };
    body: undefined;
    answer: Variant[];
  };
  /** The pictures of a product's gallery */
  'GET /api/product/{id}/images': {
    params: { id: Param };
    body: undefined;
    answer: Picture[];
  };
  /** The pictures of a product in use */
  'GET /api/product/{id}/augmented': {
    params: { id: Param };
    body: undefined;
    answer: Picture[];
  };
  /** The categories, in the shop's order */
  'GET /api/categories': {
    params: Record<string, never>;
    body: undefined;
    answer: Category[];
  };
  /** The products of the shop, archived ones too, newest first */
  'GET /api/admin/products': {
    params: {
      search?: Param;
      category_id?: Param;
      status?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: ProductOverviews;
  };
  /** Makes a product */
  'POST /api/admin/products': {
    params: Record<string, never>;
    body: NewProductForm;
    answer: AdminProduct;
  };
  /** A product with all that its form holds */
  'GET /api/admin/products/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminProduct;
  };
  /** Changes a product; its stock is changed by movements alone */
  'PUT /api/admin/products/{id}': {
    params: { id: Param };
    body: EditProductForm;
    answer: AdminProduct;
  };
  /** Deletes a product that nothing names but the stock that it began with */
  'DELETE /api/admin/products/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Takes a product out of the shop; its orders keep what they say of it */
  'POST /api/admin/products/{id}/archive': {
    params: { id: Param };
    body: undefined;
    answer: AdminProduct;
  };
  /** Brings an archived product back into the shop, or publishes a draft */
  'POST /api/admin/products/{id}/restore': {
    params: { id: Param };
    body: undefined;
    answer: AdminProduct;
  };
  /** Changes many products alike: the preview of it, or all of it in one transaction */
  'POST /api/admin/products/changes': {
    params: Record<string, never>;
    body: BulkForm;
    answer: BulkAnswer;
  };
  /** The categories with what is in them, in the shop's order */
  'GET /api/admin/categories': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminCategories;
  };
  /** Makes a category, after all others */
  'POST /api/admin/categories': {
    params: Record<string, never>;
    body: CategoryForm;
    answer: AdminCategory;
  };
  /** Puts the categories into an order */
  'PUT /api/admin/categories/order': {
    params: Record<string, never>;
    body: CategoryOrder;
    answer: AdminCategories;
  };
  /** Renames a category or gives it another picture */
  'PUT /api/admin/categories/{id}': {
    params: { id: Param };
    body: CategoryForm;
    answer: AdminCategory;
  };
  /** Deletes a category that holds no product */
  'DELETE /api/admin/categories/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Changes a product's stock and writes it into the books */
  'POST /api/admin/products/{id}/stock': {
    params: { id: Param };
    body: StockForm;
    answer: StockNow;
  };
  /** The books of stock, newest first */
  'GET /api/admin/stock-movements': {
    params: {
      product_id?: Param;
      kind?: Param;
      from?: Param;
      to?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: StockMovements;
  };
  /** Every product as CSV, by key: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/products.csv': {
    params: Record<string, never>;
    body: undefined;
    answer: Month;
  };
  /** Every product as a workbook of one sheet, by key, up to 100,000 */
  'GET /api/admin/products.xlsx': {
    params: Record<string, never>;
    body: undefined;
    answer: Blob;
  };
  /** A file to be imported: the names of its columns, and two rows as examples, which an import passes over */
  'GET /api/admin/products-template.csv': {
    params: Record<string, never>;
    body: undefined;
    answer: Month;
  };
  /** Matches files to products by their names: a name is a product's SKU or barcode, with or without a number after it */
  'POST /api/admin/products/pictures/matches': {
    params: Record<string, never>;
    body: PictureNames;
    answer: PictureMatches;
  };
  /** Takes a file of products (multipart field `file`; CSV or .xlsx, up to 5 MB and 5,000 rows) */
  'POST /api/admin/products/import': {
    params: {
      dry_run: Param;
      digest?: Param;
      stock?: Param;
      categories?: Param;
      draft?: Param;
      reason?: Param;
    };
    body: FormData;
    answer: ImportAnswer;
  };
  /** The banners that the home page shows now, in the shop's order */
  'GET /api/banners': {
    params: Record<string, never>;
    body: undefined;
    answer: Banner[];
  };
  /** The banners, in the shop's order */
  'GET /api/admin/banners': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminBanners;
  };
  /** Makes a banner, behind the others */
  'POST /api/admin/banners': {
    params: Record<string, never>;
    body: BannerForm;
    answer: AdminBanner;
  };
  /** Puts the banners in an order, which names all of them */
  'PUT /api/admin/banners/order': {
    params: Record<string, never>;
    body: ListOrder;
    answer: AdminBanners;
  };
  /** A banner */
  'GET /api/admin/banners/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminBanner;
  };
  /** Changes a banner */
  'PUT /api/admin/banners/{id}': {
    params: { id: Param };
    body: BannerForm;
    answer: AdminBanner;
  };
  /** Deletes a banner */
  'DELETE /api/admin/banners/{id}': {
    params: { id: Param };
    body: undefined;
    answer: void;
  };
  /** A text of the shop */
  'GET /api/pages/{slug}': {
    params: { slug: Param };
    body: undefined;
    answer: PageText;
  };
  /** The texts of the shop */
  'GET /api/admin/pages': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminPages;
  };
  /** A text of the shop, to be edited */
  'GET /api/admin/pages/{slug}': {
    params: { slug: Param };
    body: undefined;
    answer: AdminPage;
  };
  /** Writes a text of the shop */
  'PUT /api/admin/pages/{slug}': {
    params: { slug: Param };
    body: PageForm;
    answer: AdminPage;
  };
  /** Puts back the text that the shop came with; in a new shop it is a draft again */
  'POST /api/admin/pages/{slug}/reset': {
    params: { slug: Param };
    body: PageVersion;
    answer: AdminPage;
  };
  /** The reviews of a product, newest first */
  'GET /api/reviews': {
    params: { product_id: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: Reviews;
  };
  /** Reviews a product of a completed order, once */
  'POST /api/reviews': {
    params: Record<string, never>;
    body: AddReview;
    answer: AddedReview;
  };
  /** Lists the caller's reviews, newest first, including those that the shop has hidden from others */
  'GET /api/reviews/user/{user_id}': {
    params: { user_id: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: OwnReviews;
  };
  /** Lists highlights for the home page: the newest reviews of four or five stars with more than a few words, one per member */
  'GET /api/reviews/highlights': {
    params: Record<string, never>;
    body: undefined;
    answer: Highlights;
  };
  /** Lists members' reviews, newest first */
  'GET /api/admin/reviews': {
    params: {
      search?: Param;
      rating?: Param;
      state?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: AdminReviews;
  };
  /** Answers a review, changes the answer or takes it away; visitors read it below the review, and its writer is told the first time */
  'PUT /api/admin/reviews/{id}/answer': {
    params: { id: Param };
    body: AnswerReview;
    answer: AdminReview;
  };
  /** Hides a review from visitors; it counts no longer */
  'POST /api/admin/reviews/{id}/hide': {
    params: { id: Param };
    body: HideReview;
    answer: AdminReview;
  };
  /** Shows a hidden review again; it counts again */
  'POST /api/admin/reviews/{id}/show': {
    params: { id: Param };
    body: undefined;
    answer: AdminReview;
  };
  /** The answered questions about a product, the one that was answered last first */
  'GET /api/questions': {
    params: {
      product_id: Param;
      search?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: Questions;
  };
  /** Asks about a product; the shop is told, and everyone reads it once it is answered */
  'POST /api/questions': {
    params: Record<string, never>;
    body: AskQuestion;
    answer: OwnQuestion;
  };
  /** Lists the caller's questions, newest first, with those that nobody else sees: unanswered ones, and hidden ones */
  'GET /api/questions/mine': {
    params: { product_id?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: OwnQuestions;
  };
  /** Lists the questions of members: those that wait for an answer first, then the newest */
  'GET /api/admin/questions': {
    params: { search?: Param; state?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: AdminQuestions;
  };
  /** Answers a question, changes the answer or takes it away; visitors read both, and whoever asked is told the first time */
  'PUT /api/admin/questions/{id}/answer': {
    params: { id: Param };
    body: AnswerQuestion;
    answer: AdminQuestion;
  };
  /** Hides a question from visitors; whoever asked still sees it among their own */
  'POST /api/admin/questions/{id}/hide': {
    params: { id: Param };
    body: HideQuestion;
    answer: AdminQuestion;
  };
  /** Shows a hidden question again, where it is answered */
  'POST /api/admin/questions/{id}/show': {
    params: { id: Param };
    body: undefined;
    answer: AdminQuestion;
  };
  /** Answers a question about a product as server-sent events: `piece` with `{"text"}`, again and again, then `done`, or `error` with `{"message"}` when the answer broke off */
  'POST /api/chat': {
    params: Record<string, never>;
    body: Question;
    answer: ChatEvent;
  };
  /** The caller's own data */
  'GET /api/me': {
    params: Record<string, never>;
    body: undefined;
    answer: User;
  };
  /** Opens a session */
  'POST /api/login': {
    params: Record<string, never>;
    body: Login;
    answer: LoginAnswer;
  };
  /** Ends a login by a second factor: opens the session */
  'POST /api/login/factor': {
    params: Record<string, never>;
    body: SecondStep;
    answer: LoginAnswer;
  };
  /** Asks for one of the account's passkeys, for a login that has begun */
  'POST /api/login/passkey': {
    params: Record<string, never>;
    body: PasskeyWish;
    answer: PasskeyOptions;
  };
  /** Changes a password by a one-time link, and ends every session of its account */
  'POST /api/password-reset': {
    params: Record<string, never>;
    body: PasswordReset;
    answer: PasswordChanged;
  };
  /** Sends a one-time link to an address that has an account, valid for an hour */
  'POST /api/password-forgotten': {
    params: Record<string, never>;
    body: Forgotten;
    answer: LinkSent;
  };
  /** Changes the caller's password; every other login of the account is over */
  'PUT /api/me/password': {
    params: Record<string, never>;
    body: NewPassword;
    answer: LoginLeft;
  };
  /** Returns the state of the caller's bank account */
  'GET /api/me/bank-account': {
    params: Record<string, never>;
    body: undefined;
    answer: BankAccount;
  };
  /** Says that the caller's bank account is right although a transfer to it failed: bonuses are paid to it again */
  'POST /api/me/bank-account/confirm': {
    params: Record<string, never>;
    body: undefined;
    answer: Done;
  };
  /** Ends the caller's session */
  'POST /api/logout': {
    params: Record<string, never>;
    body: undefined;
    answer: void;
  };
  /** Lists the devices on which the caller is logged in */
  'GET /api/sessions': {
    params: Record<string, never>;
    body: undefined;
    answer: Devices;
  };
  /** Ends every session of the caller but the one that asks */
  'DELETE /api/sessions': {
    params: Record<string, never>;
    body: undefined;
    answer: LoginLeft;
  };
  /** Ends one of the caller's sessions */
  'DELETE /api/sessions/{id}': {
    params: { id: Param };
    body: undefined;
    answer: void;
  };
  /** Ends every other login of the caller's account, on whatever device; the same as `DELETE /api/sessions` */
  'POST /api/me/logout-others': {
    params: Record<string, never>;
    body: undefined;
    answer: LoginLeft;
  };
  /** Lists the devices on which an administrator is logged in */
  'GET /api/admin/staff/{uid}/sessions': {
    params: { uid: Param };
    body: undefined;
    answer: Devices;
  };
  /** Ends every session of an administrator */
  'DELETE /api/admin/staff/{uid}/sessions': {
    params: { uid: Param };
    body: undefined;
    answer: void;
  };
  /** The last 200 logins of all who are administrators now, as far back as sessions are remembered (91 days) */
  'GET /api/admin/sessions': {
    params: { open?: Param; uid?: Param };
    body: undefined;
    answer: AdministratorLogins;
  };
  /** Ends one session of an administrator */
  'DELETE /api/admin/sessions/{id}': {
    params: { id: Param };
    body: undefined;
    answer: void;
  };
  /** The administrators */
  'GET /api/admin/staff': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: Administrators;
  };
  /** Makes an account an administrator: one that is there, or, with a name, a new one */
  'POST /api/admin/staff': {
    params: Record<string, never>;
    body: NewAdministrator;
    answer: AdministratorAdded;
  };
  /** Changes what an account may do */
  'PUT /api/admin/staff/{uid}': {
    params: { uid: Param };
    body: RoleChange;
    answer: AdministratorChanged;
  };
  /** The caller's tax number */
  'GET /api/me/tax-number': {
    params: Record<string, never>;
    body: undefined;
    answer: TaxNumber;
  };
  /** Changes the caller's tax number; the shop looks at it anew */
  'PUT /api/me/tax-number': {
    params: Record<string, never>;
    body: TaxNumberForm;
    answer: TaxNumber;
  };
  /** The caller's heirs */
  'GET /api/me/heirs': {
    params: Record<string, never>;
    body: undefined;
    answer: Heirs;
  };
  /** Names the caller's heirs in the place of those before */
  'PUT /api/me/heirs': {
    params: Record<string, never>;
    body: Heirs;
    answer: Heirs;
  };
  /** Sends the caller another link that proves their address; the one before it is void */
  'POST /api/me/email-verification': {
    params: Record<string, never>;
    body: undefined;
    answer: AddressAnswer;
  };
  /** Asks for another e-mail address: a link is sent there, and with it the address becomes the account's */
  'POST /api/me/email': {
    params: Record<string, never>;
    body: NewAddress;
    answer: AddressAnswer;
  };
  /** Proves an address by its one-time link, whoever is logged in */
  'POST /api/email-verification': {
    params: Record<string, never>;
    body: AddressProof;
    answer: AddressAnswer;
  };
  /** Returns the tags and notes that administrators wrote about a member, the newest note first */
  'GET /api/admin/members/{uid}/notes': {
    params: { uid: Param };
    body: undefined;
    answer: MemberNotes;
  };
  /** Writes a note on a member */
  'POST /api/admin/members/{uid}/notes': {
    params: { uid: Param };
    body: NoteForm;
    answer: Note;
  };
  /** Removes a note on a member that the caller wrote */
  'DELETE /api/admin/member-notes/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Puts tags on a member and takes others off; what a colleague put on them meanwhile stays */
  'PUT /api/admin/members/{uid}/tags': {
    params: { uid: Param };
    body: TagsForm;
    answer: Tags;
  };
  /** The tags that members have, up to 200 */
  'GET /api/admin/member-tags': {
    params: Record<string, never>;
    body: undefined;
    answer: Tags;
  };
  /** Lists the documents that a new member accepts, with the versions in force */
  'GET /api/agreements': {
    params: Record<string, never>;
    body: undefined;
    answer: CurrentAgreement[];
  };
  /** A document as it holds, or one of its versions */
  'GET /api/agreements/{slug}': {
    params: { slug: Param; version?: Param };
    body: undefined;
    answer: Agreement;
  };
  /** Shows what the caller has accepted, when, and what is new since */
  'GET /api/me/agreements': {
    params: Record<string, never>;
    body: undefined;
    answer: OwnAgreements;
  };
  /** Accepts versions of the documents; one that was accepted before stays as it was */
  'POST /api/me/agreements': {
    params: Record<string, never>;
    body: AcceptanceForm;
    answer: OwnAgreements;
  };
  /** The documents that members accept, with their versions and how many have accepted what holds */
  'GET /api/admin/agreements': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminAgreements;
  };
  /** A document with its versions, to write the next one */
  'GET /api/admin/agreements/{slug}': {
    params: { slug: Param };
    body: undefined;
    answer: AdminAgreement;
  };
  /** Publishes the next version of a document, of which all members are told; nothing changes or deletes it any more */
  'POST /api/admin/agreements/{slug}': {
    params: { slug: Param };
    body: AgreementForm;
    answer: AdminAgreement;
  };
  /** The caller's second factors */
  'GET /api/me/factors': {
    params: Record<string, never>;
    body: undefined;
    answer: OwnFactors;
  };
  /** Gives the caller a secret for an app that makes codes; it counts once a code of it was right */
  'POST /api/me/factors/totp': {
    params: Record<string, never>;
    body: undefined;
    answer: AppBegun;
  };
  /** Takes the app from the caller's account */
  'DELETE /api/me/factors/totp': {
    params: Record<string, never>;
    body: undefined;
    answer: OwnFactors;
  };
  /** Proves a new app by its first code: from then on every login asks for one, and with the first factor the account's other sessions are over */
  'POST /api/me/factors/totp/proof': {
    params: Record<string, never>;
    body: AppProof;
    answer: FactorAdded;
  };
  /** Asks a device of the caller's for a new passkey */
  'POST /api/me/factors/passkeys': {
    params: Record<string, never>;
    body: undefined;
    answer: PasskeyAsked;
  };
  /** Keeps a new passkey: from then on every login asks for a second factor, and with the first the account's other sessions are over */
  'POST /api/me/factors/passkeys/answer': {
    params: Record<string, never>;
    body: NewPasskey;
    answer: FactorAdded;
  };
  /** Removes a passkey of the caller's */
  'DELETE /api/me/factors/passkeys/{id}': {
    params: { id: Param };
    body: undefined;
    answer: OwnFactors;
  };
  /** Gives the caller new recovery codes; those before are void */
  'POST /api/me/factors/recovery-codes': {
    params: Record<string, never>;
    body: undefined;
    answer: RecoveryCodes;
  };
  /** Confirms who the session's member is: by a second factor, or, where the account has none, by the password */
  'POST /api/me/confirmation': {
    params: Record<string, never>;
    body: Confirmation;
    answer: Confirmed;
  };
  /** Asks for one of the caller's passkeys, to confirm with */
  'POST /api/me/confirmation/passkey': {
    params: Record<string, never>;
    body: undefined;
    answer: PasskeyAsked;
  };
  /** Registers a member; multipart with the spec's fields and an optional photo */
  'POST /api/register': {
    params: Record<string, never>;
    body: FormData;
    answer: AccountAnswer;
  };
  /** Changes the caller's own data; multipart, with an optional new photo */
  'PUT /api/update': {
    params: Record<string, never>;
    body: FormData;
    answer: AccountAnswer;
  };
  /** Changes the calling administrator's name, which orders' histories and the log show; whoever never shops has nothing else to say */
  'PUT /api/admin/me': {
    params: Record<string, never>;
    body: OwnName;
    answer: User;
  };
  /** Shows what the shop keeps of the caller, why, for how long, and who sees it */
  'GET /api/me/privacy': {
    params: Record<string, never>;
    body: undefined;
    answer: Privacy;
  };
  /** Everything that the shop keeps of the caller as one file, a ZIP with `data.json` and pictures */
  'GET /api/me/export': {
    params: Record<string, never>;
    body: undefined;
    answer: Blob;
  };
  /** Whether the account can be erased, and what becomes of its bonus and network */
  'GET /api/me/erasure': {
    params: Record<string, never>;
    body: undefined;
    answer: ErasureOutlook;
  };
  /** Erases the caller's account for good: the personal data go, books and points stay without a name */
  'POST /api/me/erasure': {
    params: Record<string, never>;
    body: ErasureForm;
    answer: Done;
  };
  /** Members, newest first */
  'GET /api/admin/members': {
    params: {
      search?: Param;
      status?: Param;
      tag?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: MemberList;
  };
  /** Registers a member */
  'POST /api/admin/members': {
    params: Record<string, never>;
    body: NewMemberForm;
    answer: MemberEnrolled;
  };
  /** A member with what they did */
  'GET /api/admin/members/{uid}': {
    params: { uid: Param };
    body: undefined;
    answer: MemberDetail;
  };
  /** Corrects a member's name, telephone, address, sex and birth date by the rules of the profile, and tells the member what and why; what was empty may stay so */
  'PUT /api/admin/members/{uid}': {
    params: { uid: Param };
    body: Correction;
    answer: MemberDetail;
  };
  /** Keeps a member from logging in and ends all their sessions; their orders go on */
  'POST /api/admin/members/{uid}/suspend': {
    params: { uid: Param };
    body: Reason;
    answer: MemberDetail;
  };
  /** Lets a suspended member log in again */
  'POST /api/admin/members/{uid}/unsuspend': {
    params: { uid: Param };
    body: Reason;
    answer: MemberDetail;
  };
  /** Makes a link by which a member chooses a new password, once; those before it are void */
  'POST /api/admin/members/{uid}/password-link': {
    params: { uid: Param };
    body: undefined;
    answer: PasswordLink;
  };
  /** Takes every second factor from a member or an administrator who has lost them, and ends their sessions: at the next login the password is enough, and where the role needs a factor a new one comes first */
  'DELETE /api/admin/members/{uid}/factors': {
    params: { uid: Param };
    body: undefined;
    answer: MemberDetail;
  };
  /** Enters a member's tax number for them, and tells them why; the shop looks at it anew */
  'PUT /api/admin/members/{uid}/tax-number': {
    params: { uid: Param };
    body: NumberCorrection;
    answer: MemberDetail;
  };
  /** Says whether a member's tax number is theirs */
  'POST /api/admin/members/{uid}/tax-number': {
    params: { uid: Param };
    body: NumberJudgement;
    answer: MemberDetail;
  };
  /** The account with an address, before it becomes an administrator's */
  'GET /api/admin/staff/candidate': {
    params: { email: Param };
    body: undefined;
    answer: Candidate;
  };
  /** Begins to see the shop as a member does, and tells the member where the shop does so */
  'POST /api/admin/members/{uid}/views': {
    params: { uid: Param };
    body: undefined;
    answer: ViewBegun;
  };
  /** Opens the view that a code was made for, in the login that asked for it */
  'POST /api/admin/member-views': {
    params: Record<string, never>;
    body: ViewCode;
    answer: MemberView;
  };
  /** Ends a view of the caller's */
  'DELETE /api/admin/member-views/{id}': {
    params: { id: Param };
    body: undefined;
    answer: void;
  };
  /** The members that the filter lets through as CSV */
  'GET /api/admin/members.csv': {
    params: { search?: Param; status?: Param; tag?: Param };
    body: undefined;
    answer: Month;
  };
  /** The members that the filter lets through as a workbook of one sheet, up to 100,000 */
  'GET /api/admin/members.xlsx': {
    params: { search?: Param; status?: Param; tag?: Param };
    body: undefined;
    answer: Blob;
  };
  /** Names a member's heirs for them, and tells them why */
  'PUT /api/admin/members/{uid}/heirs': {
    params: { uid: Param };
    body: HeirsCorrection;
    answer: MemberDetail;
  };
  /** Says that two members are not one person; they are noted again when one of them types what the other has */
  'POST /api/admin/members/{uid}/dismiss-double': {
    params: { uid: Param };
    body: OtherMember;
    answer: MemberDetail;
  };
  /** Names the leader with a uid, for the registration form */
  'GET /api/leaders/{uid}': {
    params: { uid: Param };
    body: undefined;
    answer: Leader;
  };
  /** The members below the caller at all depths, those nearest first, then in the order in which they joined */
  'GET /api/downlines': {
    params: { search?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: Downlines;
  };
  /** Lists the members with one leader, or with none, in the order in which they joined */
  'GET /api/admin/network': {
    params: { below?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: NetworkLevel;
  };
  /** The way from the top of the network to a member */
  'GET /api/admin/members/{uid}/path': {
    params: { uid: Param };
    body: undefined;
    answer: NetworkPath;
  };
  /** Shows the effects of a change of a member's leader; 422 for a leader whom the member cannot have */
  'GET /api/admin/members/{uid}/leader': {
    params: { uid: Param; leader_uid?: Param };
    body: undefined;
    answer: LeaderPreview;
  };
  /** Puts a member with all below under another leader */
  'POST /api/admin/members/{uid}/leader': {
    params: { uid: Param };
    body: LeaderChange;
    answer: MemberDetail;
  };
  /** The caller's cart, oldest line first */
  'GET /api/cart': {
    params: { email?: Param };
    body: undefined;
    answer: CartLine[];
  };
  /** Puts pieces of a product into the cart, onto the line that it has there already */
  'POST /api/cart': {
    params: Record<string, never>;
    body: AddToCart;
    answer: CartLine;
  };
  /** Takes pieces out of the cart; the line goes with its last piece */
  'PUT /api/cart/decrease': {
    params: Record<string, never>;
    body: Decrease;
    answer: Decreased;
  };
  /** Removes a line of the caller's cart */
  'DELETE /api/cart/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** The caller's wishlist, newest first, without what is archived */
  'GET /api/wishlist': {
    params: { user_id?: Param };
    body: undefined;
    answer: Wishlist;
  };
  /** Puts a product onto the wishlist; one that is there already stays where it is */
  'POST /api/wishlist': {
    params: Record<string, never>;
    body: AddToWishlist;
    answer: AddedToWishlist;
  };
  /** Takes a product off the caller's wishlist; one that is not there is no error */
  'DELETE /api/wishlist/{id}': {
    params: { id: Param; user_id?: Param };
    body: undefined;
    answer: Done;
  };
  /** Every voucher that was not given to chosen members, the ones that end last first */
  'GET /api/vouchers': {
    params: Record<string, never>;
    body: undefined;
    answer: Voucher[];
  };
  /** Whether a voucher can be used now, by the caller if there is one */
  'GET /api/vouchers/{code}': {
    params: { code: Param };
    body: undefined;
    answer: VoucherCheck;
  };
  /** The pictures of the popup that are shown now, as their vouchers run; the app shows one at random */
  'GET /api/popup-voucher': {
    params: Record<string, never>;
    body: undefined;
    answer: PopupVoucher[];
  };
  /** The pictures of the popup, in the shop's order */
  'GET /api/admin/popup-vouchers': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminPopups;
  };
  /** Makes a picture of the popup, behind the others */
  'POST /api/admin/popup-vouchers': {
    params: Record<string, never>;
    body: PopupForm;
    answer: AdminPopup;
  };
  /** Puts the pictures of the popup in an order, which names all of them */
  'PUT /api/admin/popup-vouchers/order': {
    params: Record<string, never>;
    body: ListOrder;
    answer: AdminPopups;
  };
  /** A picture of the popup */
  'GET /api/admin/popup-vouchers/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminPopup;
  };
  /** Changes a picture of the popup */
  'PUT /api/admin/popup-vouchers/{id}': {
    params: { id: Param };
    body: PopupForm;
    answer: AdminPopup;
  };
  /** Deletes a picture of the popup */
  'DELETE /api/admin/popup-vouchers/{id}': {
    params: { id: Param };
    body: undefined;
    answer: void;
  };
  /** The vouchers, the ones that end last first */
  'GET /api/admin/vouchers': {
    params: { search?: Param; status?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: AdminVouchers;
  };
  /** Makes a voucher */
  'POST /api/admin/vouchers': {
    params: Record<string, never>;
    body: VoucherForm;
    answer: AdminVoucherDetail;
  };
  /** A voucher */
  'GET /api/admin/vouchers/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminVoucherDetail;
  };
  /** Changes a voucher */
  'PUT /api/admin/vouchers/{id}': {
    params: { id: Param };
    body: VoucherForm;
    answer: AdminVoucherDetail;
  };
  /** Deletes a voucher that no order has used and no popup shows */
  'DELETE /api/admin/vouchers/{id}': {
    params: { id: Param };
    body: undefined;
    answer: void;
  };
  /** Ends a voucher that runs */
  'POST /api/admin/vouchers/{id}/end': {
    params: { id: Param };
    body: VoucherVersion;
    answer: AdminVoucherDetail;
  };
  /** Searches the destinations */
  'GET /api/search-destination': {
    params: { keyword: Param };
    body: undefined;
    answer: DestinationList;
  };
  /** The couriers that take a parcel to a destination, the cheapest first */
  'GET /api/shipping-methods': {
    params: {
      shipper_destination_id?: Param;
      receiver_destination_id: Param;
      weight: Param;
      item_value?: Param;
      cod?: Param;
    };
    body: undefined;
    answer: ShippingMethodList;
  };
  /** Returns the cost of each courier's services for a parcel, the cheapest first */
  'GET /api/calculate-shipping': {
    params: {
      shipper_destination_id?: Param;
      receiver_destination_id: Param;
      weight: Param;
      item_value?: Param;
      cod?: Param;
    };
    body: undefined;
    answer: ShippingOptionList;
  };
  /** The plans */
  'GET /api/plans': {
    params: Record<string, never>;
    body: undefined;
    answer: Plan[];
  };
  /** The periods that orders can be placed into now, newest first */
  'GET /api/active-bv-periods': {
    params: Record<string, never>;
    body: undefined;
    answer: ActiveBvPeriods;
  };
  /** Every period, newest first */
  'GET /api/bv-periods': {
    params: Record<string, never>;
    body: undefined;
    answer: BvPeriods;
  };
  /** Returns how the caller's points of a period were allocated, once it is calculated */
  'GET /api/bv-summary': {
    params: { bv_period_id?: Param };
    body: undefined;
    answer: BvSummary;
  };
  /** Shows how periods recur */
  'GET /api/admin/periods/recurrence': {
    params: Record<string, never>;
    body: undefined;
    answer: Recurrence;
  };
  /** Sets how periods recur, and opens at once what is due; or stops it */
  'PUT /api/admin/periods/recurrence': {
    params: Record<string, never>;
    body: RecurrenceEdit;
    answer: Recurrence;
  };
  /** Lists the points earned by the caller's downline, at all depths and in all periods, line by line, newest first */
  'GET /api/history-bv': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: BvHistory;
  };
  /** Lists members of the caller's downline who have points in a period, most points first */
  'GET /api/downline-bv-summary': {
    params: { period_id?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: DownlineBvSummaryData;
  };
  /** The caller's own orders that have points in a period, and what they come to */
  'GET /api/bv-report': {
    params: {
      period_id?: Param;
      search?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: BvReportData;
  };
  /** The periods, those that begin last first */
  'GET /api/admin/periods': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: AdminPeriods;
  };
  /** Makes a period */
  'POST /api/admin/periods': {
    params: Record<string, never>;
    body: PeriodForm;
    answer: AdminPeriodPage;
  };
  /** A period */
  'GET /api/admin/periods/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminPeriodPage;
  };
  /** Changes a period's name and days, until it is calculated */
  'PUT /api/admin/periods/{id}': {
    params: { id: Param };
    body: PeriodEdit;
    answer: AdminPeriodPage;
  };
  /** Deletes a period that nothing names: no order, no points, no bonus */
  'DELETE /api/admin/periods/{id}': {
    params: { id: Param; version: Param };
    body: undefined;
    answer: void;
  };
  /** Closes an open period now, before its last day ends */
  'POST /api/admin/periods/{id}/close': {
    params: { id: Param };
    body: PeriodVersion;
    answer: AdminPeriodPage;
  };
  /** Opens a period again that has ended and is not calculated */
  'POST /api/admin/periods/{id}/reopen': {
    params: { id: Param };
    body: Reopening;
    answer: AdminPeriodPage;
  };
  /** The caller's bonuses, newest period first */
  'GET /api/bonuses': {
    params: { bv_period_id?: Param };
    body: undefined;
    answer: Bonus[];
  };
  /** The caller's bonuses, newest period first; at the address that the specification names */
  'GET /api/bonuses/': {
    params: { bv_period_id?: Param };
    body: undefined;
    answer: Bonus[];
  };
  /** The lines that one of the caller's bonuses is made of, and what the plan asked for */
  'GET /api/bonuses/{id}/lines': {
    params: { id: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: BonusLines;
  };
  /** The lines that a bonus is made of, and what the plan asked for, as its member sees them; everyone below is named */
  'GET /api/admin/bonuses/{id}/lines': {
    params: { id: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: BonusLines;
  };
  /** Calculated periods in which the caller has no bonus because they did not meet what the plan asked for, newest first */
  'GET /api/bonuses/missed': {
    params: Record<string, never>;
    body: undefined;
    answer: MissedBonus[];
  };
  /** The versions of the compensation plan, newest first */
  'GET /api/admin/compensation-plans': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: PlanVersions;
  };
  /** Makes a new version of the compensation plan */
  'POST /api/admin/compensation-plans': {
    params: Record<string, never>;
    body: PlanCreation;
    answer: PlanVersion;
  };
  /** Whether buyers and new members need to choose between Plan A and Plan B */
  'GET /api/plan-choice': {
    params: Record<string, never>;
    body: undefined;
    answer: PlanChoice;
  };
  /** The caller's corner of the network in the period that takes orders now, for the rules in the browser to preview its bonus */
  'GET /api/rank-card': {
    params: Record<string, never>;
    body: undefined;
    answer: RankCard;
  };
  /** Calculates what a plan would have paid for calculated periods, beside what was paid; stores nothing */
  'POST /api/admin/compensation-plans/replay': {
    params: Record<string, never>;
    body: PlanReplayRequest;
    answer: PlanReplay;
  };
  /** The same as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'POST /api/admin/compensation-plans/replay.csv': {
    params: Record<string, never>;
    body: PlanReplayRequest;
    answer: Month;
  };
  /** The drafts, the newest first */
  'GET /api/admin/compensation-plan-drafts': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: PlanDrafts;
  };
  /** Keeps a new draft */
  'POST /api/admin/compensation-plan-drafts': {
    params: Record<string, never>;
    body: PlanDraftCreation;
    answer: PlanDraftPage;
  };
  /** A draft with its document */
  'GET /api/admin/compensation-plan-drafts/{id}': {
    params: { id: Param };
    body: undefined;
    answer: PlanDraftPage;
  };
  /** Changes a draft; one that waits for another owner waits no longer */
  'PUT /api/admin/compensation-plan-drafts/{id}': {
    params: { id: Param };
    body: PlanDraftForm;
    answer: PlanDraftPage;
  };
  /** Deletes a draft */
  'DELETE /api/admin/compensation-plan-drafts/{id}': {
    params: { id: Param; version: Param };
    body: undefined;
    answer: void;
  };
  /** Works out what a plan pays in a network, by the rules that calculate; keeps nothing */
  'POST /api/admin/compensation-plans/example': {
    params: Record<string, never>;
    body: ExampleRequest;
    answer: Example;
  };
  /** Compensation plans to begin from */
  'GET /api/admin/compensation-plan-templates': {
    params: Record<string, never>;
    body: undefined;
    answer: PlanTemplate[];
  };
  /** The rules of income tax */
  'GET /api/admin/tax/rules': {
    params: Record<string, never>;
    body: undefined;
    answer: TaxRules;
  };
  /** Adds a rule that holds from a month on; 409 where there is one of that month already */
  'POST /api/admin/tax/rules': {
    params: Record<string, never>;
    body: TaxRuleForm;
    answer: TaxRules;
  };
  /** Takes away a rule that has not begun yet; 409 for one that has */
  'DELETE /api/admin/tax/rules/{id}': {
    params: { id: Param };
    body: undefined;
    answer: TaxRules;
  };
  /** The batches, newest first */
  'GET /api/admin/payouts': {
    params: {
      state?: Param;
      period_id?: Param;
      from?: Param;
      to?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: Payouts;
  };
  /** Prepares a batch of all bonuses of a period that can be paid */
  'POST /api/admin/payouts': {
    params: Record<string, never>;
    body: PrepareRequest;
    answer: PayoutPage;
  };
  /** A batch */
  'GET /api/admin/payouts/{id}': {
    params: { id: Param };
    body: undefined;
    answer: PayoutPage;
  };
  /** The transfers of a batch, largest first */
  'GET /api/admin/payouts/{id}/items': {
    params: {
      id: Param;
      search?: Param;
      recent?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: PayoutItems;
  };
  /** The periods of which bonuses wait to be prepared, oldest first */
  'GET /api/admin/payouts/due': {
    params: Record<string, never>;
    body: undefined;
    answer: DuePeriods;
  };
  /** Shows what a batch of a period would hold now */
  'GET /api/admin/payouts/preview': {
    params: { period_id: Param; member_uid?: Param };
    body: undefined;
    answer: PayoutPreview;
  };
  /** The bonuses of a period that a batch would leave out now, and why */
  'GET /api/admin/payouts/left-out': {
    params: {
      period_id: Param;
      member_uid?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: LeftOuts;
  };
  /** Approves a batch that someone else has prepared: whoever prepared it may not, whatever their role */
  'POST /api/admin/payouts/{id}/approve': {
    params: { id: Param };
    body: PayoutVersion;
    answer: PayoutPage;
  };
  /** Gives up a batch that is not paid; its bonuses can be prepared again */
  'POST /api/admin/payouts/{id}/cancel': {
    params: { id: Param };
    body: PayoutCancellation;
    answer: PayoutPage;
  };
  /** Says that an approved batch was transferred: each of its bonuses is paid now, with this proof */
  'POST /api/admin/payouts/{id}/pay': {
    params: { id: Param };
    body: PayoutProof;
    answer: PayoutPage;
  };
  /** Takes a transfer out of a batch that is not approved yet; its bonuses come with the next one */
  'POST /api/admin/payouts/{id}/leave-out': {
    params: { id: Param };
    body: LeaveOut;
    answer: PayoutPage;
  };
  /** Says that a transfer of an approved or paid batch failed: its bonuses are not paid, its member is told, and they come with the next batch */
  'POST /api/admin/payouts/{id}/fail-transfer': {
    params: { id: Param };
    body: FailedTransfer;
    answer: PayoutPage;
  };
  /** The transfers of a batch that is approved or paid, as CSV: bank, account, name, rupiah without separators, reference */
  'GET /api/admin/payouts/{id}/bank.csv': {
    params: { id: Param };
    body: undefined;
    answer: Month;
  };
  /** The same transfers for people and for a bank's own template: a workbook with Indonesian headers, each bank's number and BIC in the clearing, and accounts as text, so that a spreadsheet keeps all their digits */
  'GET /api/admin/payouts/{id}/transfers.xlsx': {
    params: { id: Param };
    body: undefined;
    answer: Blob;
  };
  /** Shows the transfer formats of the shop's banks */
  'GET /api/admin/payouts/formats': {
    params: Record<string, never>;
    body: undefined;
    answer: BankFileFormats;
  };
  /** Writes how the shop's banks want transfers */
  'PUT /api/admin/payouts/formats': {
    params: Record<string, never>;
    body: BankFileForm;
    answer: BankFileFormats;
  };
  /** The transfers of a batch that is approved or paid, as one of the shop's formats says */
  'GET /api/admin/payouts/{id}/file.csv': {
    params: { id: Param; format: Param };
    body: undefined;
    answer: Month;
  };
  /** Shows proof that a transfer of a payout was made, as its member sees it */
  'GET /api/admin/payouts/{id}/proof': {
    params: { id: Param; item: Param };
    body: undefined;
    answer: Blob;
  };
  /** The caller's tax slips, newest month first */
  'GET /api/tax-slips': {
    params: Record<string, never>;
    body: undefined;
    answer: TaxSlips;
  };
  /** The caller's tax slip of a month */
  'GET /api/tax-slips/{month}': {
    params: { month: Param };
    body: undefined;
    answer: TaxSlip;
  };
  /** The months in which bonuses were paid */
  'GET /api/admin/tax/months': {
    params: Record<string, never>;
    body: undefined;
    answer: TaxMonths;
  };
  /** Returns the tax withheld in a month */
  'GET /api/admin/tax/{month}': {
    params: { month: Param };
    body: undefined;
    answer: TaxMonth;
  };
  /** The slips of a month */
  'GET /api/admin/tax/{month}/slips': {
    params: {
      month: Param;
      search?: Param;
      number?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: MemberTaxSlips;
  };
  /** The slips of a month as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/tax/{month}/slips.csv': {
    params: { month: Param };
    body: undefined;
    answer: Month;
  };
  /** The slips of a month that is over as the tax office's bulk file (BP21, XML): those of members with a valid tax number */
  'GET /api/admin/tax/{month}/bp21.xml': {
    params: { month: Param };
    body: undefined;
    answer: Month;
  };
  /** Returns the calculation of a period; before it is calculated, a preview as of now */
  'GET /api/admin/periods/{id}/calculation': {
    params: { id: Param };
    body: undefined;
    answer: Calculation;
  };
  /** Calculates a period as its preview said, once and for all */
  'POST /api/admin/periods/{id}/calculate': {
    params: { id: Param };
    body: CalculateRequest;
    answer: Calculation;
  };
  /** Returns the safeguards for publishing a plan; stores nothing */
  'POST /api/admin/compensation-plans/safeguards': {
    params: Record<string, never>;
    body: PlanToWeigh;
    answer: PlanSafeguards;
  };
  /** Publishes a draft, or has it wait for another owner where it goes over its cap in the newest calculated period, or loosens a limit of the versions before */
  'POST /api/admin/compensation-plan-drafts/{id}/publish': {
    params: { id: Param };
    body: PlanDraftPublication;
    answer: PlanDraftPublished;
  };
  /** Publishes a draft that waits for another owner: whoever wanted to publish it may not */
  'POST /api/admin/compensation-plan-drafts/{id}/confirm': {
    params: { id: Param };
    body: PlanDraftConfirmation;
    answer: PlanVersion;
  };
  /** Keeps the selection of a checkout, replacing what was kept under its token */
  'POST /api/checkout-temp': {
    params: Record<string, never>;
    body: KeepDraft;
    answer: CheckoutDraft;
  };
  /** The selection of a checkout, with today's prices and stock */
  'GET /api/checkout-temp/{token}': {
    params: { token: Param };
    body: undefined;
    answer: CheckoutDraft;
  };
  /** Removes a temporary checkout; removing one that is gone is fine */
  'DELETE /api/checkout-temp/{token}': {
    params: { token: Param };
    body: undefined;
    answer: Done;
  };
  /** Places an order */
  'POST /api/create-transaction': {
    params: Record<string, never>;
    body: CreateTransaction;
    answer: TransactionAnswer;
  };
  /** The caller's orders, newest first */
  'GET /api/transactions/user/{user_id}': {
    params: {
      user_id: Param;
      filter?: Param;
      search?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: OrderList;
  };
  /** One of the caller's orders */
  'GET /api/transactions/{order_id}': {
    params: { order_id: Param };
    body: undefined;
    answer: OrderData;
  };
  /** All orders, newest first; those that wait for someone's hands, oldest first */
  'GET /api/admin/orders': {
    params: {
      search?: Param;
      payment?: Param;
      shipment?: Param;
      method?: Param;
      money?: Param;
      period?: Param;
      from?: Param;
      to?: Param;
      waiting?: Param;
      tag?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: AdminOrders;
  };
  /** Returns the contents of packing slips, address labels and picking lists */
  'GET /api/admin/orders/print': {
    params: { ids: Param };
    body: undefined;
    answer: Papers;
  };
  /** The orders that the filter lets through as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/orders.csv': {
    params: {
      search?: Param;
      payment?: Param;
      shipment?: Param;
      method?: Param;
      money?: Param;
      period?: Param;
      from?: Param;
      to?: Param;
      waiting?: Param;
      tag?: Param;
      columns?: Param;
    };
    body: undefined;
    answer: Month;
  };
  /** The orders that the filter lets through as a workbook of one sheet, up to 100,000 */
  'GET /api/admin/orders.xlsx': {
    params: {
      search?: Param;
      payment?: Param;
      shipment?: Param;
      method?: Param;
      money?: Param;
      period?: Param;
      from?: Param;
      to?: Param;
      waiting?: Param;
      tag?: Param;
      columns?: Param;
    };
    body: undefined;
    answer: Blob;
  };
  /** Writes a note on an order */
  'POST /api/admin/orders/{order_id}/notes': {
    params: { order_id: Param };
    body: NoteForm;
    answer: Note;
  };
  /** Removes a note that the caller wrote */
  'DELETE /api/admin/order-notes/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Puts tags on an order and takes others off; what a colleague put on it meanwhile stays */
  'PUT /api/admin/orders/{order_id}/tags': {
    params: { order_id: Param };
    body: TagsForm;
    answer: Tags;
  };
  /** The tags that orders have, up to 200 */
  'GET /api/admin/order-tags': {
    params: Record<string, never>;
    body: undefined;
    answer: Tags;
  };
  /** The caller's own filters of the list of orders, by name */
  'GET /api/admin/order-views': {
    params: Record<string, never>;
    body: undefined;
    answer: OrderViews;
  };
  /** Keeps a filter under a name; the caller's own of the same name becomes this one */
  'PUT /api/admin/order-views': {
    params: Record<string, never>;
    body: ViewForm;
    answer: OrderViews;
  };
  /** Removes one of the caller's own filters */
  'DELETE /api/admin/order-views/{id}': {
    params: { id: Param };
    body: undefined;
    answer: OrderViews;
  };
  /** The legal entity that sells, for whoever buys or looks after orders */
  'GET /api/seller': {
    params: Record<string, never>;
    body: undefined;
    answer: Seller;
  };
  /** The member has received the order */
  'POST /api/transactions/{order_id}/complete': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** The member calls an order off that is neither paid nor packed */
  'POST /api/transactions/{order_id}/cancel': {
    params: { order_id: Param };
    body: Cancel;
    answer: MoveAnswer;
  };
  /** Shows the tracking of the parcel of one of the caller's orders */
  'GET /api/transactions/{order_id}/tracking': {
    params: { order_id: Param };
    body: undefined;
    answer: TrackingData;
  };
  /** The shop gives its word for a COD order that is held, which can be packed from then on */
  'POST /api/admin/orders/{order_id}/release': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** The shop has packed an order */
  'POST /api/admin/orders/{order_id}/pack': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** The courier has taken an order */
  'POST /api/admin/orders/{order_id}/ship': {
    params: { order_id: Param };
    body: Ship;
    answer: MoveAnswer;
  };
  /** Puts the tracking number of an order right that is on its way */
  'PUT /api/admin/orders/{order_id}/resi': {
    params: { order_id: Param };
    body: Resi;
    answer: MoveAnswer;
  };
  /** The shop says that the member has received an order */
  'POST /api/admin/orders/{order_id}/complete': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** The shop calls an order off that is neither paid nor packed */
  'POST /api/admin/orders/{order_id}/cancel': {
    params: { order_id: Param };
    body: ShopCancel;
    answer: MoveAnswer;
  };
  /** The parcel of an order came back: nobody paid it in cash, or its money was given back before */
  'POST /api/admin/orders/{order_id}/return': {
    params: { order_id: Param };
    body: ParcelReturn;
    answer: MoveAnswer;
  };
  /** Throws away an order that the closed shop was tried with: its goods are back in stock, and no list, sum or book knows of it any more */
  'POST /api/admin/orders/{order_id}/discard': {
    params: { order_id: Param };
    body: undefined;
    answer: void;
  };
  /** The shop has the cash of a COD order */
  'POST /api/admin/orders/{order_id}/cash': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** Takes a courier's report of the cash that it took (multipart field `file`; CSV, up to 1 MB and 1,000 rows) */
  'POST /api/admin/cod-settlements': {
    params: { dry_run: Param; digest?: Param; skip_mistakes?: Param };
    body: FormData;
    answer: SettlementAnswer;
  };
  /** Says that an online order was paid by a transfer to the shop's own account */
  'POST /api/admin/orders/{order_id}/transfer': {
    params: { order_id: Param };
    body: ReceivedTransfer;
    answer: MoveAnswer;
  };
  /** The shop gives the money of an order back at the provider, or prepares that it goes back by hand: that is done once another administrator approves */
  'POST /api/admin/orders/{order_id}/refund': {
    params: { order_id: Param };
    body: Refund;
    answer: MoveAnswer;
  };
  /** Withdraws that money of an order is to go back by hand: nothing of it has moved */
  'DELETE /api/admin/orders/{order_id}/refund': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** Says that the money of an order went back by hand, as someone else has prepared: whoever prepared it may not, whatever their role, nor who became an administrator lately */
  'POST /api/admin/orders/{order_id}/refund/approve': {
    params: { order_id: Param };
    body: RefundApproval;
    answer: MoveAnswer;
  };
  /** Shows the delivery address of an order, and its shipping offers for another destination */
  'GET /api/admin/orders/{order_id}/address': {
    params: { order_id: Param; destination_id?: Param };
    body: undefined;
    answer: OrderAddress;
  };
  /** Puts the address of an order right that waits for being packed */
  'PUT /api/admin/orders/{order_id}/address': {
    params: { order_id: Param };
    body: AddressForm;
    answer: MoveAnswer;
  };
  /** One order with everything that the shop knows of it */
  'GET /api/admin/orders/{order_id}': {
    params: { order_id: Param };
    body: undefined;
    answer: AdminOrder;
  };
  /** Shows the possible and existing returns of one of the caller's orders */
  'GET /api/transactions/{order_id}/returns': {
    params: { order_id: Param };
    body: undefined;
    answer: OrderReturns;
  };
  /** Asks to give something of one of the caller's orders back; multipart, with up to 5 pictures */
  'POST /api/transactions/{order_id}/returns': {
    params: { order_id: Param };
    body: FormData;
    answer: ReturnAnswer;
  };
  /** Shows the possible and existing returns of an order; the shop may request one for its member whenever the order is completed and paid */
  'GET /api/admin/orders/{order_id}/returns': {
    params: { order_id: Param };
    body: undefined;
    answer: OrderReturns;
  };
  /** Asks to give something of an order back, for a member who called; multipart, with up to 5 pictures */
  'POST /api/admin/orders/{order_id}/returns': {
    params: { order_id: Param };
    body: FormData;
    answer: ReturnAnswer;
  };
  /** Calculates the worth of a part of one of the caller's orders */
  'POST /api/transactions/{order_id}/returns/quote': {
    params: { order_id: Param };
    body: ReturnQuestion;
    answer: ReturnQuote;
  };
  /** Calculates the worth of a part of an order, for a member who called */
  'POST /api/admin/orders/{order_id}/returns/quote': {
    params: { order_id: Param };
    body: ReturnQuestion;
    answer: ReturnQuote;
  };
  /** The caller gives up an own return, as long as its goods have not come */
  'POST /api/returns/{id}/withdraw': {
    params: { id: Param };
    body: undefined;
    answer: ReturnAnswer;
  };
  /** A picture of a return: for its member, and for administrators who handle returns */
  'GET /api/return-pictures/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Blob;
  };
  /** All returns, newest first; those in a state in which they wait for someone, oldest first */
  'GET /api/admin/returns': {
    params: { state?: Param; search?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: AdminReturns;
  };
  /** The shop agrees to a return */
  'POST /api/admin/returns/{id}/approve': {
    params: { id: Param };
    body: ReturnVersion;
    answer: AdminReturnAnswer;
  };
  /** The shop says no to a return */
  'POST /api/admin/returns/{id}/refuse': {
    params: { id: Param };
    body: ReturnRefusal;
    answer: AdminReturnAnswer;
  };
  /** The goods of a return have come: what can be sold again is stock again, and what goes back is settled by what came */
  'POST /api/admin/returns/{id}/receive': {
    params: { id: Param };
    body: ReturnReceipt;
    answer: AdminReturnAnswer;
  };
  /** The same goods are sent again: they leave the stock as the first ones did */
  'POST /api/admin/returns/{id}/replace': {
    params: { id: Param };
    body: ReturnReplacement;
    answer: AdminReturnAnswer;
  };
  /** A return with everything that the shop knows of it */
  'GET /api/admin/returns/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminReturn;
  };
  /** The money of a return goes back where it came from */
  'POST /api/admin/returns/{id}/refund': {
    params: { id: Param };
    body: ReturnVersion;
    answer: AdminReturnAnswer;
  };
  /** Prepares a transfer of the money of a return, or prepares it anew, where the money cannot go back the way it came */
  'POST /api/admin/returns/{id}/transfer': {
    params: { id: Param };
    body: TransferForm;
    answer: AdminReturnAnswer;
  };
  /** Says that a transfer was made that someone else has prepared: whoever prepared it may not, whatever their role, nor who became an administrator lately */
  'POST /api/admin/returns/{id}/transfer/approve': {
    params: { id: Param };
    body: TransferApproval;
    answer: AdminReturnAnswer;
  };
  /** Takes a notice of the provider: signed, possibly late, twice or out of order */
  'POST /api/payments/notification': {
    params: Record<string, never>;
    body: PaymentNotice;
    answer: Done;
  };
  /** Brings one of the caller's orders up to date with the provider; who asks again and again is told what it said last */
  'POST /api/payments/{order_id}/check': {
    params: { order_id: Param };
    body: undefined;
    answer: PaymentCheck;
  };
  /** Opens the payment page of one of the caller's orders again */
  'POST /api/payments/{order_id}/reopen': {
    params: { order_id: Param };
    body: undefined;
    answer: PaymentPage;
  };
  /** Someone has seen to money that was not where its order says */
  'POST /api/admin/payment-problems/{id}/solve': {
    params: { id: Param };
    body: Solution;
    answer: ProblemFacts;
  };
  /** Accepts money that is more than its order costs: the order is paid by its total, and the rest is the shop's to give back by hand */
  'POST /api/admin/payment-problems/{id}/accept': {
    params: { id: Param };
    body: Solution;
    answer: ProblemFacts;
  };
  /** Lists past and pending messages, newest first: only those of kinds that concern the caller */
  'GET /api/admin/messages': {
    params: {
      search?: Param;
      state?: Param;
      kind?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: AdminMessages;
  };
  /** A message and what it says; what only its reader may see is masked */
  'GET /api/admin/messages/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminMessageDetail;
  };
  /** Sends again what was given up, under the same name */
  'POST /api/admin/messages/{id}/send-again': {
    params: { id: Param };
    body: undefined;
    answer: AdminMessageDetail;
  };
  /** Returns the caller's choice of messages */
  'GET /api/me/notifications': {
    params: Record<string, never>;
    body: undefined;
    answer: Notifications;
  };
  /** Turns one kind of message on or off for the caller over one channel */
  'PUT /api/me/notifications': {
    params: Record<string, never>;
    body: ChoiceForm;
    answer: Notifications;
  };
  /** Has a browser show the caller notifications; whoever it showed some before, it does so no more */
  'POST /api/push-subscriptions': {
    params: Record<string, never>;
    body: SubscriptionForm;
    answer: Done;
  };
  /** Has a browser show the caller no notifications any more */
  'DELETE /api/push-subscriptions': {
    params: Record<string, never>;
    body: EndpointForm;
    answer: Done;
  };
  /** The words of every kind of message, with what they may be filled with */
  'GET /api/admin/message-texts': {
    params: Record<string, never>;
    body: undefined;
    answer: MessageTexts;
  };
  /** Previews a message text with made-up facts */
  'POST /api/admin/message-texts/{kind}/preview': {
    params: { kind: Param };
    body: TextForm;
    answer: MessageLetter;
  };
  /** Changes the words of a kind of message, also of those that wait */
  'PUT /api/admin/message-texts/{kind}': {
    params: { kind: Param };
    body: TextForm;
    answer: MessageText;
  };
  /** The webhooks, oldest first */
  'GET /api/admin/webhooks': {
    params: Record<string, never>;
    body: undefined;
    answer: Webhooks;
  };
  /** Makes a webhook; its answer alone says the secret that its requests are signed with */
  'POST /api/admin/webhooks': {
    params: Record<string, never>;
    body: WebhookForm;
    answer: Webhook;
  };
  /** Changes where a webhook leads and what it is told, also what waits for it */
  'PUT /api/admin/webhooks/{id}': {
    params: { id: Param };
    body: WebhookForm;
    answer: Webhook;
  };
  /** Ends a webhook: it is told nothing any more */
  'DELETE /api/admin/webhooks/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Has a try sent to a webhook, which stands among its tries soon */
  'POST /api/admin/webhooks/{id}/test': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** The requests that were made to a webhook, newest first */
  'GET /api/admin/webhooks/{id}/tries': {
    params: { id: Param };
    body: undefined;
    answer: WebhookTries;
  };
  /** Lists changes by administrators, newest first */
  'GET /api/admin/audit': {
    params: {
      search?: Param;
      subject?: Param;
      key?: Param;
      from?: Param;
      to?: Param;
      limit?: Param;
      cursor?: Param;
    };
    body: undefined;
    answer: AuditLog;
  };
  /** Takes a picture (multipart field `picture`; JPEG, PNG or WebP, up to 12 MB): turned upright, at most 1600 pixels a side, encoded anew as WebP, without its metadata; a logo or an icon at most 512, as PNG */
  'POST /api/admin/pictures': {
    params: { folder: Param };
    body: FormData;
    answer: Uploaded;
  };
  /** Returns the proof that a payout was transferred, as it was uploaded: for the desk that pays */
  'GET /api/admin/proofs/{file}': {
    params: { file: Param };
    body: undefined;
    answer: Blob;
  };
  /** Returns the owner's settings, and the server's configuration at its start */
  'GET /api/admin/settings': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminSettings;
  };
  /** Writes the settings */
  'PUT /api/admin/settings': {
    params: Record<string, never>;
    body: SettingsForm;
    answer: AdminSettings;
  };
  /** Returns the shop's brand */
  'GET /api/admin/brand': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminBrand;
  };
  /** Writes how the shop looks */
  'PUT /api/admin/brand': {
    params: Record<string, never>;
    body: BrandForm;
    answer: AdminBrand;
  };
  /** Returns the colours made from an accent: in both themes it is changed as far as legibility requires */
  'GET /api/admin/brand/palette': {
    params: { accent: Param };
    body: undefined;
    answer: ShownPalette;
  };
  /** Returns the shipping options and their rules */
  'GET /api/admin/shipping': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminShipping;
  };
  /** Writes what is offered to ship parcels by */
  'PUT /api/admin/shipping': {
    params: Record<string, never>;
    body: ShippingForm;
    answer: AdminShipping;
  };
  /** The backups in the storage, and what became of the last */
  'GET /api/admin/backups': {
    params: Record<string, never>;
    body: undefined;
    answer: BackupList;
  };
  /** Asks for a backup, which the server begins within seconds; one that is being made is the answer to that, too */
  'POST /api/admin/backups': {
    params: Record<string, never>;
    body: undefined;
    answer: BackupList;
  };
  /** A backup as a file, as `ksmart restore` and `ksmart rehearse` take it */
  'GET /api/admin/backups/{file}': {
    params: { file: Param };
    body: undefined;
    answer: Blob;
  };
  /** Shows the open tasks of the caller's role */
  'GET /api/admin/today': {
    params: Record<string, never>;
    body: undefined;
    answer: Today;
  };
  /** Shows sales day by day */
  'GET /api/admin/sales': {
    params: { from: Param; to: Param };
    body: undefined;
    answer: Sales;
  };
  /** Shows sales, BV period by BV period */
  'GET /api/admin/sales/periods': {
    params: Record<string, never>;
    body: undefined;
    answer: PeriodsSales;
  };
  /** Shows the steps to set up the shop, done or not, and whether it can sell */
  'GET /api/admin/setup': {
    params: Record<string, never>;
    body: undefined;
    answer: Setup;
  };
  /** Opens the shop, once all that is required is there, or closes it: then its pages say that it comes soon, to all but administrators */
  'PUT /api/admin/setup/open': {
    params: Record<string, never>;
    body: Opening;
    answer: Setup;
  };
  /** Tells what is newest in the shop as server-sent events: `newest` at once, and again within seconds whenever something was added to it, at whatever server */
  'GET /api/admin/live': {
    params: Record<string, never>;
    body: undefined;
    answer: LiveEvent;
  };
  /** Takes in a fault of a page */
  'POST /api/page-faults': {
    params: Record<string, never>;
    body: undefined;
    answer: void;
  };
  /** Lists what broke in visitors' browsers within 30 days, up to 200 different faults */
  'GET /api/admin/page-faults': {
    params: Record<string, never>;
    body: undefined;
    answer: PageFaults;
  };
  /** Returns the sales of some days by product, category, member, place, courier, voucher or hour, beside as many days before */
  'GET /api/admin/reports/sales': {
    params: { by: Param; from: Param; to: Param };
    body: undefined;
    answer: SalesReport;
  };
  /** The same, every row of it, as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/reports/sales.csv': {
    params: { by: Param; from: Param; to: Param };
    body: undefined;
    answer: Month;
  };
  /** The orders behind a figure of the report: what its sums are made of */
  'GET /api/admin/reports/sales/orders': {
    params: { by: Param; from: Param; to: Param; key: Param };
    body: undefined;
    answer: SoldOrders;
  };
  /** Returns how long the stock of each product that is sold lasts at the pace of the last 30 days */
  'GET /api/admin/reports/stock': {
    params: Record<string, never>;
    body: undefined;
    answer: StockReport;
  };
  /** The same, every row of it, as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/reports/stock.csv': {
    params: Record<string, never>;
    body: undefined;
    answer: Month;
  };
  /** Members who bought something in the last 365 days, but nothing in so many days; without those who are suspended or erased their account */
  'GET /api/admin/reports/lapsed': {
    params: { days: Param };
    body: undefined;
    answer: LapsedMembers;
  };
  /** The same, every row of it, as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/reports/lapsed.csv': {
    params: { days: Param };
    body: undefined;
    answer: Month;
  };
  /** Members by the month in which they joined, and how many of them bought in each month since: the last twelve months */
  'GET /api/admin/reports/cohorts': {
    params: Record<string, never>;
    body: undefined;
    answer: Cohorts;
  };
  /** The same as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/reports/cohorts.csv': {
    params: Record<string, never>;
    body: undefined;
    answer: Month;
  };
  /** The books: what came in, what went back, what is to come, and what is owed */
  'GET /api/admin/books': {
    params: { by: Param; from?: Param; to?: Param };
    body: undefined;
    answer: Books;
  };
  /** The same rows as CSV: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/books.csv': {
    params: { by: Param; from?: Param; to?: Param };
    body: undefined;
    answer: Month;
  };
  /** Shows proof that a bonus of the caller was transferred, and nobody else's */
  'GET /storage/proofs/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Blob;
  };
}
