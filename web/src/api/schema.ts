/* Made by `make generate` from the server's OpenAPI document. */
/** Status of a voucher, independent of any member. */
export type VoucherStatus = 'running' | 'upcoming' | 'ended' | 'used_up';

/** Plans whose points count. */
export type Volume = 'a' | 'b' | 'both';

/** Prices shown to visitors who are not members. */
export type VisitorPrices = 'member' | 'both' | 'retail';

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

/** Kind of a manual stock change. */
export type StockChangeKind = 'received' | 'adjusted';

/** Whether visitors see the item that has a display period. */
export type ShowingState = 'running' | 'upcoming' | 'ended' | 'off';

/** Source of the shipping costs. */
export type ShippingProvider = 'built_in' | 'komerce';

/** Shipment state of an order. */
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

/** Status of a product in the shop, whatever its stock. */
export type SaleStatus = 'draft' | 'for_sale' | 'archived';

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

/** Kind of return that a member requests. */
export type ReturnKind = 'refund' | 'replacement' | 'buyback';

/** Status of a product and its stock. */
export type ProductStatus = 'for_sale' | 'low' | 'out' | 'draft' | 'archived';

/** State of a period. */
export type PeriodState = 'upcoming' | 'open' | 'ended' | 'calculated';

/** State of a payout. */
export type PayoutState = 'prepared' | 'approved' | 'paid' | 'cancelled';

/** Payment state of an order. */
export type PaymentStatus = 'pending' | 'success' | 'failed' | 'expired' | 'cancelled' | 'refunded';

/** Payment provider in use. */
export type PaymentProvider = 'built_in_sandbox' | 'midtrans_sandbox' | 'midtrans_production';

/** Payment method of an order. */
export type PaymentMethod = 'online' | 'cod';

/** Kind of an order's event, as far as administrators' pages distinguish it. */
export type OrderEventKind = 'placed' | 'paid' | 'other';

/** Action that a member may take on their own order. */
export type OrderAction = 'pay' | 'cancel' | 'complete';

/** Banks whose accounts receive the transfers in a file. */
export type OfBanks = 'all' | 'only' | 'except';

/** Kind of a stock movement. */
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

/** Actions that a member may take on their own return. */
export type MemberReturnAction = 'withdraw';

/** Kind of discount of a voucher. */
export type Kind = 'percent' | 'amount' | 'shipping';

/** Time for which a member holds a rank after meeting its needs. */
export type Keeps = 'period' | 'for_ever';

/** Reason why a bonus cannot be paid now. */
export type HoldReason =
  | 'suspended'
  | 'no_account'
  | 'failed_account'
  | 'new_account'
  | 'unverified_email'
  | 'underway'
  | 'sandbox'
  | 'too_little';

/** Reason why an account cannot be erased. */
export type ErasureObstacleKind = 'orders' | 'returns' | 'payout' | 'last_owner';

/** Contact details that a leader sees of members below the direct downline. */
export type DownlineContacts = 'shown' | 'masked';

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

/** State of sales after a period stops taking orders: another period that takes them, or none. */
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

/** Party that moves an order. */
export type Actor = 'member' | 'shop' | 'provider' | 'system';

/** Record of an accepted version. */
export interface Acceptance {
  /** @format int64 */
  version: number;
  accepted_at: string;
}

/** Accepted versions: those that were shown to the member. */
export interface AcceptanceForm {
  /**
   * @maxItems 2
   * @minItems 1
   */
  accepted: AcceptedVersion[];
}

/** Accepted version of a document. */
export interface AcceptedVersion {
  /** A document that members accept. */
  slug: Document;
  /** @format int64 */
  version: number;
}

/** Response to a change of an account. */
export interface AccountAnswer {
  /** Message to show. */
  message: string;
  /** Account after the change. */
  user: User;
}

/** The periods that take orders. */
export interface ActiveBvPeriods {
  /** Always `success`. */
  status: string;
  data: BvPeriod[];
}

/** Request to add a review. */
export interface AddReview {
  user_id?: MemberId | null;
  product_id: ProductId;
  /** Number of a completed order of the caller that contains the product. */
  order_id: string;
  /**
   * Stars, 1 to 5.
   * @format int64
   * @min 1
   * @max 5
   */
  rating?: number | null;
  /**
   * Text of up to 1,000 characters.
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
  /** Name of the variant, for a product with variants. */
  variant?: string | null;
}

/** Request to add to the wishlist. */
export interface AddToWishlist {
  user_id?: MemberId | null;
  product_id: ProductId;
}

/** A stored review. */
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

/** Correction of an address. */
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
   * Shipping service to another destination, one of its offers; not needed if the destination is unchanged.
   * @maxLength 100
   */
  shipping_method?: string | null;
  /**
   * Displayed cost of that offer, rupiah; it must still be the same.
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
   * Version of the address that was read; 409 if it has changed since.
   * @format int64
   */
  version: number;
}

/** Offer to ship an order to another destination. */
export interface AddressOffer {
  /** Courier and service, such as `JNE - REG23`. */
  method: string;
  /** Working days, such as `2-3`, or empty. */
  etd: string;
  /**
   * Cost by the shop's rules, before any voucher, rupiah.
   * @format int64
   */
  cost_rp: number;
  /**
   * Cost beyond the shipping price of the order, rupiah; below 0 if it costs less.
   * @format int64
   */
  difference_rp: number;
  /**
   * New total of the order for the buyer, rupiah.
   * @format int64
   */
  total_rp: number;
  /** Reason why the order cannot be shipped this way; null if it can. */
  refused?: string | null;
}

/** Token of a link that proves an e-mail address. */
export interface AddressProof {
  /**
   * Part of the link after `#token=`.
   * @maxLength 100
   */
  token: string;
}

/** A document with its versions. */
export interface AdminAgreement {
  /** Name of the document in URLs. */
  slug: Document;
  title: string;
  /** The text of the newest version, Markdown. */
  body: string;
  /**
   * Number of the newest version; a publication states the version on which it is based.
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
   * Number of members who can accept the documents.
   * @format int64
   */
  members: number;
}

/** A banner. */
export type AdminBanner = AdminShowing & {
  /** @format int64 */
  id: number;
  /** Path below `/storage/`. */
  picture: string;
  /** Picture's alternative text. */
  alt: string;
  /** Path of the shop's page that the banner links to; null for no link. */
  link?: string | null;
  /**
   * Version, increased by each edit; an edit names the version that it is based on.
   * @format int64
   */
  version: number;
};

/** The banners, in the shop's order. */
export interface AdminBanners {
  banners: AdminBanner[];
}

/**
 * Appearance of the shop. If a value is empty, the shop's name and the program's own colours and plain icons are used
 * instead.
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
  /** Promises of the shop about its goods, one per line; empty for the program's own words. */
  promises: string;
  /** Picture below `/storage/`, `k-smart` for the logo of the demo shop, or empty. */
  logo: string;
  /** Logo for the dark theme, in the same form; empty if one logo serves both themes. */
  logo_dark: string;
  /**
   * Width of the logo in pixels at a height of 36 pixels.
   * @format int32
   * @min 0
   */
  logo_width: number;
  /** Picture below `/storage/`, `k-smart` for the icon of the demo shop, or empty. */
  icon: string;
  /** Accent colour, `#rrggbb`, or empty. */
  accent: string;
  instagram: string;
  facebook: string;
  tiktok: string;
  youtube: string;
  /**
   * Number of edits so far; an edit names the version that it is based on.
   * @format int64
   */
  version: number;
  /** Rules of a style sheet generated from the accent; empty without an accent. */
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
  /** Path of the picture below `/storage/`. */
  picture: string;
  /**
   * Number of products in it, including archived ones.
   * @format int64
   */
  products: number;
  /**
   * Version, which grows with each change; the form sends back the version that it read.
   * @format int64
   */
  version: number;
}

/** A line of an order, as bought. */
export type AdminLine = Codes & {
  /** @format int64 */
  id: number;
  product_id: ProductId;
  name: string;
  variant?: string | null;
  /** Path below `/storage/`. */
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
  /** Time when the message was sent or given up, RFC 3339; null while it waits. */
  settled_at?: string | null;
  /** @format int64 */
  tries: number;
  /** Error of the last try; empty if it succeeded or none was made. */
  error: string;
}

/** A message and its content. */
export interface AdminMessageDetail {
  /** A message on its way over one channel. */
  message: AdminMessage;
  /** Content of the message, with the shop's present texts; content that only its reader may see is masked. */
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
  /** Whether e-mails are sent; otherwise they wait. */
  sends_email: boolean;
}

/** A move of an order, with its author. */
export interface AdminMove {
  /** Time, RFC 3339. */
  at: string;
  /**
   * Event: `placed`, `held`, `released`, `paid`, `failed`, `expired`, `cancelled`, `refunded`, `packed`, `shipped`,
   * `completed`, `returned`, `resi` for a corrected tracking number, or `address` for a corrected address.
   */
  what: string;
  /** Party that moves an order. */
  by: Actor;
  /** Name of the administrator who made the move; null if no administrator made it. */
  staff_name?: string | null;
  reason?: string | null;
}

/** An order with everything that the shop knows about it. */
export interface AdminOrder {
  order_id: string;
  /** Time of placing, RFC 3339. */
  created_at: string;
  /** Time at which its stock is released if it is not paid; only while it waits for an online payment. */
  expires_at?: string | null;
  /** Payment method of an order. */
  payment_method: PaymentMethod;
  /** Transfer to the shop's own account that paid it instead; null if there was none. */
  transfer?: TransferFacts | null;
  /** Payment state of an order. */
  payment_status: PaymentStatus;
  /** Shipment state of an order. */
  shipment_status: ShipmentStatus;
  /** Courier and service, such as `JNE - REG23`. */
  courier: string;
  /** Tracking number. */
  resi?: string | null;
  /** Buyer of an order. */
  member: OrderMember;
  /** Person who receives an order. */
  receiver: Receiver;
  lines: AdminLine[];
  /**
   * Weight of the parcel, calculated from the current products, grams.
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
   * Shipping cost beyond the buyer's price after a correction of the address, rupiah: the shop pays it; below 0,
   * the shop keeps the difference.
   * @format int64
   */
  shipping_borne_rp: number;
  /**
   * Total to be paid, rupiah.
   * @format int64
   */
  total_rp: number;
  /**
   * Amount still to be refunded after its returns, rupiah; null while a return is open, because that is settled
   * first.
   * @format int64
   */
  refund_rp?: number | null;
  /**
   * Business volume of the order, points.
   * @format int64
   */
  bv: number;
  plan_name: string;
  period_id: PeriodId;
  period_name: string;
  /** State of the payment at the provider; null for payment on delivery. */
  payment?: PaymentFacts | null;
  /** Messages exchanged with the providers about the order, newest first, up to 50. */
  exchanges: KeptExchange[];
  /** Manual refund that waits for the approval of another administrator; null if there is none. */
  manual_refund?: ManualRefundFacts | null;
  /**
   * Amount charged by the payment provider, rupiah, if it is more than the total: with the provider's own fee, or as
   * accepted by finance.
   * @format int64
   */
  charged_rp?: number | null;
  /** Payment problems of the order, open ones first. */
  problems: ProblemFacts[];
  /** Moves, oldest first. */
  moves: AdminMove[];
  /** Actions allowed by its state; the role is checked when an action is taken. */
  actions: AdminAction[];
  /** Whether it is a test order of a shop that was not open yet: it counts nowhere, and can be deleted. */
  trial: boolean;
  /**
   * Value-added tax included in the goods' price after discount, rupiah; null if the shop was not a taxable business
   * when the order was placed.
   * @format int64
   */
  vat_rp?: number | null;
  /** Whether it must be approved by the shop before it is packed. */
  held: boolean;
  /** Notes by administrators, newest first. */
  notes: Note[];
  /** Tags set by administrators, in alphabetical order. */
  tags: string[];
}

/** Page of orders: newest first, or oldest first if filtered by `waiting` other than `problem`. */
export interface AdminOrders {
  orders: ListedOrder[];
  next_cursor?: string | null;
}

/** Own way: delivery by the shop itself, or pick-up. */
export interface AdminOwnWay {
  /**
   * Name, such as `Ambil di toko`.
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
   * Working days, such as `1-2`; or empty.
   * @pattern ^(\d{1,2}(-\d{1,2})?)?$
   */
  days: string;
  /**
   * Places where it is offered; everywhere, if there are none.
   * @maxItems 100
   */
  places: string[];
}

/** A text together with its default text. */
export interface AdminPage {
  slug: string;
  title: string;
  /** Markdown. */
  body: string;
  /** The default title. */
  default_title: string;
  /** The default text. */
  default_body: string;
  /** Time at which the shop wrote it; null for the default text. */
  updated_at?: string | null;
  /** Whether it is a draft, which visitors cannot read yet; a new shop publishes a text by writing it. */
  draft: boolean;
  /**
   * Version of the text that was read; 0 for the default text. An edit names the version that it is based on.
   * @format int64
   */
  version: number;
}

/** A text in the administrators' list. */
export interface AdminPageEntry {
  slug: string;
  title: string;
  /** Time at which the shop wrote it; null for the default text. */
  updated_at?: string | null;
  /** Whether it is a draft, which visitors cannot read yet; a new shop publishes a text by writing it. */
  draft: boolean;
}

/** The texts, in the order of the built-in texts. */
export interface AdminPages {
  pages: AdminPageEntry[];
}

/** A period, for administrators. */
export interface AdminPeriod {
  id: PeriodId;
  name: string;
  /** First day in Jakarta, `YYYY-MM-DD`. */
  starts_on: string;
  /** Last day in Jakarta, `YYYY-MM-DD`. */
  ends_on: string;
  /** Last millisecond of the period, RFC 3339; earlier than the end of the last day if the period was closed early. */
  ends_at: string;
  /** State of a period. */
  state: PeriodState;
  calculated_at?: string | null;
  /**
   * Number of paid orders: paid online or by transfer, or COD orders whose cash the shop has received.
   * @format int64
   */
  orders: number;
  /**
   * Points of these orders, less refunded points.
   * @format int64
   */
  points: number;
  /**
   * Sales of these orders after discount, less refunds.
   * @format int64
   */
  sales_rp: number;
  /**
   * Version; an edit names the version on which it is based.
   * @format int64
   */
  version: number;
}

/** A period with the details of its page. */
export interface AdminPeriodPage {
  /** A period, for administrators. */
  period: AdminPeriod;
  /** Names of up to ten uncalculated periods that overlap it: a member chooses between them. */
  overlaps: string[];
  /** Whether no order and no points refer to it, so that it can be deleted. */
  is_unused: boolean;
  /** State of sales after this period is closed or deleted: another period that takes orders, or none. */
  after_closing: AfterClosing;
}

/** A page of periods, latest start first. */
export interface AdminPeriods {
  periods: AdminPeriod[];
  next_cursor?: string | null;
}

/** A picture of the popup, as administrators see it. */
export type AdminPopup = AdminShowing & {
  /** @format int64 */
  id: number;
  voucher_id: VoucherId;
  voucher_code: string;
  voucher_title: string;
  /** Whether visitors see it now; its voucher must run, too. */
  shown: boolean;
  /** Path below `/storage/`. */
  picture: string;
  /**
   * Version, increased by each edit; an edit names the version that it is based on.
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
   * Version, which grows with each change of the form's fields; the form sends back the version that it read.
   * @format int64
   */
  version: number;
  category_name: string;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /** Pieces of each variant, in order; 0 if stock is not counted by variant. */
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
  /** Status in the shop; the route `restore` puts a draft or an archived product into the shop. */
  status: SaleStatus;
  /** Time of its creation, RFC 3339. */
  created_at: string;
};

/** A question, the shop's answer, and whether it is hidden. */
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
  /** Time of the current answer. */
  answered_at?: string | null;
  /** Time at which it was hidden; null while it is shown. */
  hidden_at?: string | null;
  /** Reason for hiding it. */
  hidden_reason?: string | null;
}

/** Questions: those that wait for an answer first, then the newest. */
export interface AdminQuestions {
  questions: AdminQuestion[];
  next_cursor?: string | null;
}

/** A return with all of the shop's data about it. */
export type AdminReturn = ReturnFacts & {
  /** Member who returns goods. */
  member: ReturnMember;
  /** Payment method of an order. */
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
  /** Whether the provider has reported that the money cannot be refunded the way it was paid. */
  channel_refused: boolean;
  /**
   * Number that increases with each change; a step names the version that it was decided on.
   * @format int64
   */
  version: number;
};

/** Answer to a step of a return. */
export interface AdminReturnAnswer {
  /** Message to show. */
  message: string;
  /** The return after the step. */
  data: AdminReturn;
}

/** Page of returns: newest first, or oldest first if filtered by a state that still needs an action. */
export interface AdminReturns {
  returns: ListedReturn[];
  next_cursor?: string | null;
  /** Numbers of waiting returns, each counted up to 1000. */
  waiting: WaitingReturns;
}

/** A review, the shop's answer, and whether it is hidden. */
export interface AdminReview {
  /** @format int64 */
  id: number;
  product_id: ProductId;
  product_name: string;
  member_id: MemberId;
  member_name: string;
  /** Number of the order that contained the product. */
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
  /** Time of the current answer. */
  answered_at?: string | null;
  /** Time at which it was hidden; null while it is shown. */
  hidden_at?: string | null;
  /** Reason for hiding it. */
  hidden_reason?: string | null;
}

/** Reviews, newest first. */
export interface AdminReviews {
  reviews: AdminReview[];
  next_cursor?: string | null;
}

/** Settings chosen by the owner, and the configuration with which the server was started. */
export interface AdminSettings {
  /** Section with its version, for optimistic locking. */
  contact: VersionedContact;
  /** Origin of parcels; the program's default while its version is 0, because the owner has not chosen one. */
  origin: VersionedOrigin;
  /** Section with its version, for optimistic locking. */
  sales: VersionedSalesSettings;
  /** Section with its version, for optimistic locking. */
  returns: VersionedReturnSettings;
  /** Section with its version, for optimistic locking. */
  registration: VersionedRegistrationSettings;
  /** Section with its version, for optimistic locking. */
  privacy: VersionedPrivacySettings;
  /** Section with its version, for optimistic locking. */
  payouts: VersionedPayoutSettings;
  /** Section with its version, for optimistic locking. */
  security: VersionedSecuritySettings;
  /** Section with its version, for optimistic locking. */
  taxes: VersionedTaxSettings;
  /** Banks that a shop may add. */
  bank_choices: string[];
  /**
   * Configuration with which the server was started. Of secret keys it shows only whether they are set, never their
   * values.
   */
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
  /** Provinces, cities and regencies that rules can name. */
  places: string[];
  /**
   * Number of edits; an edit names the number on which it is based.
   * @format int64
   */
  version: number;
}

/** Display period, and whether it is running now. */
export interface AdminShowing {
  /** Start, inclusive, RFC 3339; null if there is no start. */
  starts_at?: string | null;
  /** End, inclusive, RFC 3339; null if there is no end. */
  ends_at?: string | null;
  /** Whether it is switched off. */
  switched_off: boolean;
  /** Current state. */
  state: ShowingState;
}

/** A voucher with all its conditions. */
export interface AdminVoucher {
  id: VoucherId;
  code: string;
  title: string;
  terms: string[];
  /** Path below `/storage/`. */
  picture: string;
  /** Kind of discount of a voucher. */
  kind: Kind;
  /** Discount in words: `Diskon 12,5%`. */
  benefit: string;
  /** Percent off the eligible products, such as `12.5`; 0 for another kind. */
  discount_percent: string;
  /**
   * Rupiah off the eligible products; 0 for another kind.
   * @format int64
   */
  discount_rp: number;
  /**
   * Maximum discount of a percentage or shipping voucher, rupiah; null for no limit.
   * @format int64
   */
  most_rp?: number | null;
  /** Start of validity, inclusive, RFC 3339. */
  starts_at: string;
  /** End of validity, inclusive, RFC 3339. */
  ends_at: string;
  /**
   * Maximum number of uses; null for no limit.
   * @format int64
   */
  quota?: number | null;
  /**
   * Maximum number of uses by one member; null for no limit.
   * @format int64
   */
  member_quota?: number | null;
  /**
   * Minimum total of the eligible products, rupiah.
   * @format int64
   */
  minimum_rp: number;
  /** Whether it is only for a member's first order. */
  first_order: boolean;
  /** Whether it is only for some products or categories. */
  scoped: boolean;
  /** Whether it is only for chosen members. */
  chosen_members: boolean;
  /**
   * Number of uses that orders hold now.
   * @format int64
   */
  used: number;
  /** Status of a voucher, independent of any member. */
  status: VoucherStatus;
  /**
   * Version, increased by each edit; an edit names the version that it is based on.
   * @format int64
   */
  version: number;
}

/** A voucher with its scope, and the numbers of its orders and popups. */
export type AdminVoucherDetail = AdminVoucher & {
  /** Eligible products, including those not for sale; empty unless the voucher is `scoped`. */
  products: ChosenProduct[];
  /** Keys of the eligible categories; empty unless the voucher is `scoped`. */
  categories: number[];
  /** Eligible members; empty unless the voucher is only for chosen members. */
  members: ChosenMember[];
  /**
   * Number of orders that have ever used it, even if they released their use. If it is above 0, the code cannot
   * change, and the voucher cannot be deleted.
   * @format int64
   */
  orders: number;
  /**
   * Number of popups that show it; if above 0, the voucher cannot be deleted.
   * @format int64
   */
  popups: number;
};

/** Vouchers, latest end first. */
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
  /** Time since which the administrator is suspended, RFC 3339. */
  suspended_at?: string | null;
}

/** A new administrator. */
export interface AdministratorAdded {
  /** An administrator. */
  staff: Administrator;
  /** Link for choosing the account's password; contains a URL only in a shop that sends no e-mail. */
  link?: PasswordLink | null;
}

/** Administrator whose role was changed. */
export type AdministratorChanged = Administrator & {
  /**
   * Link for choosing the password, if the account had no role before; contains a URL only in a shop that sends no
   * e-mail.
   */
  link?: PasswordLink;
};

/** A login of an administrator. */
export interface AdministratorLogin {
  /** Id of the session. */
  id: string;
  /** Uid of the administrator. */
  uid: string;
  name: string;
  /** Set of rights of an account. */
  role: Role;
  /** The browser and the system in words, such as `Chrome di Android`. */
  device: string;
  /** IP address from which the administrator logged in. */
  address: string;
  /** Time of the login, RFC 3339. */
  at: string;
  /** Time at which the session was last used, accurate to a few minutes, RFC 3339. */
  last_seen_at: string;
  /** Whether the session is active. */
  is_open: boolean;
  /** Whether it is the caller's session. */
  is_current: boolean;
}

/** Logins of administrators, the newest first. */
export interface AdministratorLogins {
  logins: AdministratorLogin[];
}

/** Administrators, in the order of joining. */
export interface Administrators {
  staff: Administrator[];
  next_cursor?: string | null;
}

/** A version of a document, with its text. */
export interface Agreement {
  /** Name of the document in URLs. */
  slug: Document;
  title: string;
  /**
   * Number of this version.
   * @format int64
   */
  version: number;
  /** Markdown: headings, lists, bold, italics and links. */
  body: string;
  /** All versions, newest first, including those that have not begun. */
  versions: AgreementVersion[];
}

/** New version, as typed. */
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
   * Changes from the previous version, in a sentence.
   * @minLength 1
   * @maxLength 300
   * @default ""
   * @pattern \S
   */
  changes?: string;
  /**
   * Day in Jakarta from which it is in force, `YYYY-MM-DD`: today or later, at most a year ahead.
   * @format date
   * @default ""
   */
  effective_on?: string;
  /**
   * Number of the version on which this one is based; it must still be the newest.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** Entry for a version in the list of a document's versions. */
export interface AgreementVersion {
  /** @format int64 */
  version: number;
  /** Changes from the previous version; empty for the first. */
  changes: string;
  /** Time from which the version is in force, RFC 3339; null for the initial version. */
  effective_at?: string | null;
  /** Time of publication, RFC 3339; null for the initial version. */
  published_at?: string | null;
  /** Whether it is the version in force. */
  is_current: boolean;
}

/** Number of entries and their total. */
export interface Amount {
  /** @format int64 */
  count: number;
  /**
   * Total of the entries, rupiah.
   * @format int64
   */
  amount_rp: number;
}

/** A change of a number. */
export interface AmountForm {
  /** Kind of change of a number. */
  kind: AmountKind;
  /**
   * Amount, for `set` and `add`.
   * @format int64
   * @min -1000000000
   * @max 1000000000
   */
  amount?: number | null;
  /**
   * Percentage, for `percent`: more than -100, up to 1,000, with at most two decimals.
   * @pattern ^-?\d{1,4}([.,]\d{1,2})?$
   */
  percent?: string | null;
  /**
   * Step, for `percent`: the result is rounded to a multiple of this, halves away from zero; 1 without it.
   * @format int64
   * @min 1
   * @max 1000000
   */
  step?: number | null;
}

/** Requested amount, and the fee that the provider has added to it. */
export interface AmountInfo {
  /**
   * Amount that the shop requested, such as `177000`.
   * @default null
   */
  original_amount?: string | null;
  /**
   * Amount that the buyer is charged, such as `177071`.
   * @default null
   */
  gross_amount?: string | null;
  /**
   * The provider's fee that the buyer pays, such as `71`.
   * @default null
   */
  customer_imposed_payment_fee?: string | null;
}

/** Request to set or remove a question's answer. */
export interface AnswerQuestion {
  /**
   * Answer of up to 1,000 characters; empty to remove it.
   * @maxLength 1000
   * @default ""
   */
  answer?: string;
  /**
   * `answered_at` of the question that was read.
   * @default null
   */
  answered_at?: string | null;
}

/** Request to answer a review. */
export interface AnswerReview {
  /**
   * Answer of up to 1,000 characters; empty to remove it.
   * @maxLength 1000
   * @default ""
   */
  answer?: string;
  /**
   * `answered_at` of the review that was read.
   * @default null
   */
  answered_at?: string | null;
}

/** Secret for a new authenticator app. */
export interface AppBegun {
  /** Secret to type into the app, base32. */
  secret: string;
  /** Same secret as an `otpauth://…` address, to be drawn as a QR code. */
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

/** Request to ask a question. */
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

/** Change as shown in the log. */
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
  /** Identifier of the subject as shown to people. */
  key: string;
  /** Current name of the subject; null if it was deleted, or has no name except its key. */
  title?: string | null;
  /**
   * Key of the subject's page, which may differ from `key`; null for a deleted subject, and for kinds of subjects
   * whose pages do not need it.
   */
  target?: string | null;
  /** Values that differ, before the change; null for a new subject. */
  before?: object | null;
  /** Values that differ, after the change; null for a removed subject. */
  after?: object | null;
}

/** The audit log, newest first. */
export interface AuditLog {
  entries: AuditEntry[];
  next_cursor?: string | null;
}

/** A backup in the storage. */
export interface Backup {
  /** File name in the storage, used for the download. */
  name: string;
  /** Time at which the backup began, RFC 3339. */
  made_at: string;
  /**
   * Size of the file, bytes.
   * @format int64
   * @min 0
   */
  bytes: number;
  /** Whether the backup is encrypted. */
  is_encrypted: boolean;
}

/** Result of reading back the newest backup. */
export interface BackupCheck {
  /** Name of the checked backup. */
  name: string;
  /** Time at which the backup was read back, RFC 3339. */
  checked_at: string;
  /**
   * Rows of all tables.
   * @format int64
   * @min 0
   */
  rows: number;
  /**
   * Number of pictures and other files.
   * @format int64
   * @min 0
   */
  files: number;
}

/** The shop's backups. */
export interface BackupList {
  /** Complete backups, newest first. */
  backups: Backup[];
  /** Result of checking the newest backup. */
  check?: BackupCheck | null;
  /** Failed attempt after the newest backup; null if there is none. */
  failed?: FailedBackup | null;
  /** Whether a backup is being made or was requested. */
  is_under_way: boolean;
  /** Whether the next backup is encrypted. */
  is_encrypted: boolean;
  /**
   * Number of backups to retain; if 0, none is made automatically.
   * @format int64
   */
  kept: number;
}

/** State of a member's bank account. */
export interface BankAccount {
  /** End of the time without bonus payments because the account is new, RFC 3339; null if it is not new. */
  held_until?: string | null;
  /**
   * Time at which a transfer to the account failed, RFC 3339: no bonus is paid until the member names another
   * account or confirms this one; null if none has failed since.
   */
  failed_at?: string | null;
  /** Up to 20 changes, newest first. In the member's own view, account numbers show only their last three digits. */
  changes: BankAccountChange[];
}

/** A change of a bank account. */
export interface BankAccountChange {
  /** Time of the change, RFC 3339. */
  changed_at: string;
  /** Name of the bank before the change; empty if there was none. */
  bank_before: string;
  /** Account number before the change; empty if there was none. */
  bank_account_before: string;
  /** Name of the bank after the change. */
  bank: string;
  /** Account number after the change. */
  bank_account: string;
}

/** A column of a file. */
export interface BankFileColumn {
  /**
   * Heading of the column, if the file has headers; may be empty.
   * @maxLength 100
   */
  title: string;
  /** Content of the cells of a column. */
  cells: Cells;
  /**
   * Text of its cells, if they are all the same; otherwise empty.
   * @maxLength 100
   */
  text: string;
}

/** Formats as entered by an administrator. */
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
   * Name such as `Bank Mandiri, sesama bank`; unique within the shop.
   * @minLength 1
   * @maxLength 40
   * @pattern \S
   */
  name: string;
  /** Separator between the cells of a file. */
  separator: Separator;
  /** Whether the first row contains the headings of the columns. */
  has_header: boolean;
  /** Whether the file begins with the UTF-8 byte order mark, by which Excel recognises the encoding. */
  has_mark: boolean;
  /** Banks whose accounts receive the transfers in a file. */
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
   * Number of edits so far; an edit states the number that it is based on.
   * @format int64
   */
  version: number;
}

/** A banner of the home page. */
export interface Banner {
  /** @format int64 */
  id: number;
  /** Path of the picture below `/storage/`; 1560 by 531 pixels are recommended. */
  picture: string;
  /** Picture's alternative text. */
  alt: string;
  /** Path of the shop's page that the banner links to; null for no link. */
  link?: string | null;
}

/** A banner as a form sends it. */
export type BannerForm = ShowingForm & {
  /**
   * Name of the uploaded picture, as returned by `POST /api/admin/pictures`.
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
   * A page of the shop, such as `/voucher`; null or empty for no link.
   * @maxLength 500
   * @default null
   */
  link?: string | null;
  /**
   * Version of the banner that was edited, for optimistic locking; ignored for a new banner.
   * @format int64
   * @default 0
   */
  version?: number;
};

/** Information about a price in addition to the paid price; fields without a value are left out. */
export interface BesidePrice {
  /**
   * Regular price, struck through during a promotion, rupiah.
   * @format int64
   */
  harga_coret?: number | null;
  /** End of the promotion (included), RFC 3339. */
  promo_sampai?: string | null;
  /**
   * Retail price for non-members, rupiah; equal to the paid price if members pay less and only members see their
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
   * Amount before tax, rupiah.
   * @format int64
   */
  bonus_rupiah: number;
  /**
   * Tax withheld from the bonus, rupiah: that of its payout, or an estimate by current settings as if it were paid
   * alone. Null if it was paid without a payout, or no valid tax rule applies.
   * @format int64
   */
  tax_rp?: number | null;
  /**
   * Amount transferred: the bonus less its tax, rupiah; null if the tax is null.
   * @format int64
   */
  net_rp?: number | null;
  /** Whether a bonus has been transferred. */
  status: BonusStatus;
  /** Reason of the last failed transfer; null if none failed, or once the bonus is paid. */
  failed_transfer?: TransferFailure | null;
  /** Sum of the member's unpaid bonuses, if this one is not paid yet because the sum is below the minimum; else null. */
  waiting?: WaitingBonuses | null;
  /**
   * Key below `/storage/` of a picture of this bonus's transfer alone, which requires its member's session; null if
   * there is none.
   */
  proof_transfer?: string | null;
  /**
   * Points of the caller's downline in the period.
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
   * Amount that the component paid in this bonus, rupiah.
   * @format int64
   */
  rupiah: number;
  /** Needs that must all be met for it to pay. */
  needs: BonusNeed[];
  /** Points missed because the member did not meet the needs; null if none were missed. */
  skipped?: Skipped | null;
}

/** @format int64 */
export type BonusId = number;

/** A part of a bonus. */
export interface BonusLine {
  /** @format int64 */
  id: number;
  /**
   * Name of the member whose points the line pays for; shortened for the paid member if the shop's privacy settings
   * require it.
   */
  member_name: string;
  member_uid: string;
  /**
   * Level below the member, or number of a generation; 0 is the member's own volume.
   * @format int64
   */
  level: number;
  /**
   * Points that the line pays for.
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
   * Amount of the line, rupiah.
   * @format int64
   */
  rupiah: number;
  /** Code of the plan's component that pays it. */
  component: string;
  component_name: string;
  /** `personal`, `level`, `differential`, `generation` or `pool`. */
  component_kind: string;
  /** Rates whose difference is the rate of a differential; null for other kinds. */
  difference?: Difference | null;
  /** Shares by which a pool was divided; null for other kinds. */
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
  /** Whether the bonuses of the period exceeded the cap, so that each line was scaled down. */
  is_scaled: boolean;
  /** Sum of all bonuses of the period before the cap, and that cap; null if they were not reduced. */
  scaled?: Scale | null;
  /**
   * Amount of this bonus before the cap of a single member, and that cap; null if the cap was not reached. Each line
   * is scaled by it first, and rounded down.
   */
  member_scaled?: Scale | null;
  /** Name of the plan that it was calculated by. */
  plan_name: string;
  /** Code in the plan of the rank that the member held in the period. */
  rank: string;
  rank_name: string;
  /** Components of the plan, in its order. */
  components: BonusComponent[];
  /** Lines by component, in the plan's order, the member's own volume first, then level by level. */
  lines: BonusLine[];
  next_cursor?: string | null;
}

/** A need of the plan, and the value found. */
export interface BonusNeed {
  /** `pv`, `gv`, `pgv`, `leg_gv`, `legs_with_rank`, `directs_with_rank`, `total_gv` or `rank`. */
  metric: string;
  /** Plans whose points the need measures: A, B or both; null if it measures no points, or all points ever. */
  volume?: Volume | null;
  /**
   * Number of the leg, 1 the strongest; null where it measures no leg.
   * @min 0
   */
  nth?: number | null;
  /** Name of the required rank; null if no rank is required. */
  rank_name?: string | null;
  /**
   * Required value; 1 for a rank.
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

/** Unpaid bonuses of a period. */
export interface BonusesDue {
  period_id: PeriodId;
  period_name: string;
  /** @format int64 */
  count: number;
  /**
   * Amount before tax, rupiah.
   * @format int64
   */
  amount_rp: number;
}

/** Bonuses that wait for their payout. */
export interface BonusesToPay {
  /** @format int64 */
  count: number;
  /** @format int64 */
  amount_rp: number;
}

/** The books of some days or periods. */
export interface Books {
  /** Days or periods with movements or open amounts, newest first. */
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
  /** Name of the period; null for a day. */
  period_name?: string | null;
  /** Amounts that moved on a day or in a period, and amounts from that time that are open now. */
  figures: Figures;
}

/** Appearance of the shop as typed by the owner. */
export interface BrandForm {
  /**
   * Company behind the shop; empty if it has the same name as the shop.
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
   * Promises of the shop about its goods, one per line.
   * @maxLength 600
   * @default ""
   */
  promises?: string;
  /**
   * Key returned by an upload for `brand`, or the current value.
   * @default ""
   */
  logo?: string;
  /**
   * Key returned by an upload for `brand`, or the current value.
   * @default ""
   */
  logo_dark?: string;
  /**
   * Key returned by an upload for `brand`, or the current value: a square of 512 pixels a side.
   * @default ""
   */
  icon?: string;
  /**
   * Accent colour, `#rrggbb`, or empty.
   * @default ""
   * @pattern ^(#[0-9a-fA-F]{6})?$
   */
  accent?: string;
  /**
   * URL that begins with `https://`, or empty.
   * @maxLength 200
   * @default ""
   */
  instagram?: string;
  /**
   * URL that begins with `https://`, or empty.
   * @maxLength 200
   * @default ""
   */
  facebook?: string;
  /**
   * URL that begins with `https://`, or empty.
   * @maxLength 200
   * @default ""
   */
  tiktok?: string;
  /**
   * URL that begins with `https://`, or empty.
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
  /** Whether the change was made; if not, nothing was changed. */
  applied: boolean;
  /**
   * Number of products that change.
   * @min 0
   */
  changed: number;
  /**
   * Number of products that already have the requested values.
   * @min 0
   */
  unchanged: number;
  /**
   * Number of products that cannot be changed; while there are any, no product can be changed.
   * @min 0
   */
  refused: number;
  /** The products, by key; empty once the change is made. */
  products: BulkProduct[];
  /** Digest of this preview, to be sent with the request that makes the change; empty once the change is made. */
  digest: string;
}

/** Requested change of each product; omitted fields stay unchanged. */
export interface BulkChange {
  /** Change of the price, rupiah. */
  price?: AmountForm | null;
  /** Change of the business volume, points. */
  bv?: AmountForm | null;
  /**
   * Key of the new category.
   * @format int64
   */
  category_id?: number | null;
  /**
   * New minimum order, pieces.
   * @format int64
   * @min 1
   * @max 1000
   */
  min_order?: number | null;
  /**
   * New shipping weight, grams.
   * @format int64
   * @min 0
   * @max 1000000
   */
  weight_gr?: number | null;
  /**
   * New storage location of the pieces; empty to remove it.
   * @maxLength 30
   */
  shelf?: string | null;
  /** Whether to take the products out of the shop (`true`) or to put them into it, drafts included (`false`). */
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
   * Keys of the products, up to 500.
   * @maxItems 500
   * @minItems 1
   */
  ids: ProductId[];
  /** Requested change of each product; omitted fields stay unchanged. */
  change: BulkChange;
  /** Whether only to return a preview. */
  dry_run: boolean;
  /** Digest from the preview: ensures that the change made now is the one that was shown. */
  digest?: string | null;
  /**
   * Idempotency key: repeated requests with it change the products only once. 16 to 64 letters, digits, `-` or `_`.
   * @pattern ^[A-Za-z0-9_-]{16,64}$
   */
  token?: string | null;
}

/** Change of one product. */
export interface BulkProduct {
  id: ProductId;
  /** Name of the product; empty if it no longer exists. */
  name: string;
  changes: BulkFieldChange[];
  /** Reason why the change is not possible; null if it is possible. */
  problem?: string | null;
}

/** Buyer as shown in the list. */
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
   * Points of the whole downline of the caller in all periods.
   * @format int64
   */
  total_bv: number;
  next_cursor?: string | null;
}

/** An order line that earned points, or lost them again. */
export interface BvHistoryEntry {
  /**
   * Key of the order line; a line with returned or refunded pieces is listed again.
   * @format int64
   */
  transaction_product_id: number;
  product_name: string;
  /**
   * Key of the plan in which the order earned its points.
   * @format int64
   */
  checkout_plan: number;
  bv_period_name: string;
  /**
   * Number of pieces bought, returned or refunded.
   * @format int64
   */
  quantity: number;
  /**
   * Points of one piece.
   * @format int64
   */
  product_bv: number;
  /**
   * Points of the pieces, negative for returned or refunded pieces.
   * @format int64
   */
  total_bv: number;
  created_at: string;
  member_name: string;
  /** Masked (`b***@m***`) below the direct downline, if the shop chose that. */
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
  /** The requested period; null while the shop has no period. */
  period?: BvPeriod | null;
  /**
   * The caller's points in the period from all orders, regardless of `search`.
   * @format int64
   */
  total_bv: number;
  /** Points in every plan, most points first. */
  plans: PlanBv[];
  /** Negative points from refunds that were carried into this period from another one, or out of it. */
  carried: CarriedBv[];
  /** Orders with points in the period, newest first. */
  transactions: BvTransaction[];
  next_cursor?: string | null;
}

/** Wrapper of the report: clients read `data`. */
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
   * Sum of the points in both plans.
   * @format int64
   */
  total_bv: number;
}

/** An order of the caller that has points in the period. */
export interface BvTransaction {
  /** @format int64 */
  id: number;
  /** The order's number, such as `KS-20261110-9M7RGMYJ`. */
  order_id: string;
  created_at: string;
  /** State of the payment. */
  status: PaymentStatus;
  /**
   * Key of the plan in which the order earns points.
   * @format int64
   */
  id_plan: number;
  /**
   * Amount that was due, rupiah.
   * @format int64
   */
  gross_amount: number;
  /**
   * Points of the order in this period: negative if only its refund is in the period, 0 if both are.
   * @format int64
   */
  total_bv: number;
  products: OrderProduct[];
}

/** Request to calculate a period, with its name as a confirmation and the digest of the preview. */
export interface CalculateRequest {
  /** Name of the period, typed as a confirmation. */
  name: string;
  /** `digest` of the preview that was shown. */
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
   * Number of members with points.
   * @format int64
   */
  members: number;
  /**
   * Number of bonuses.
   * @format int64
   */
  bonuses: number;
  /**
   * Sales of the period's orders after discount, less refunds, rupiah.
   * @format int64
   */
  sales_rp: number;
  /**
   * Maximum total of the bonuses, rupiah.
   * @format int64
   */
  cap_rp: number;
  /**
   * Total of the bonuses before the cap, rupiah.
   * @format int64
   */
  uncapped_rp: number;
  /**
   * Total of the bonuses after the cap, rupiah.
   * @format int64
   */
  bonus_rp: number;
  /**
   * Total of the bonuses in percent of the sales, with two decimals.
   * @format double
   */
  bonus_percent: number;
  /**
   * Maximum of the bonuses, in percent of the sales.
   * @format double
   */
  cap_percent: number;
  /** The largest bonuses, largest first, up to 20. */
  largest: LargeBonus[];
  /**
   * Orders of the period that are neither paid nor cancelled: they will count in a later period.
   * @format int64
   */
  waiting_orders: number;
  /**
   * Value of those orders after discount, rupiah.
   * @format int64
   */
  waiting_rp: number;
  /** Digest of the previewed data, to be sent with the request to calculate; null once the period is calculated. */
  digest?: string | null;
}

/** Member's reason for cancelling an order. */
export interface Cancel {
  /**
   * Reason of up to 300 characters.
   * @maxLength 300
   */
  reason?: string | null;
}

/** Candidate for administrator: details that show whether this is the intended colleague. */
export interface Candidate {
  uid: string;
  name: string;
  email: string;
  /** Set of rights of an account. */
  role: Role;
  /** Whether the member has verified the e-mail address. */
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
   * Points that this period gains: below 0 if it takes over the negative sum of the other period.
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
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  variant?: string | null;
  user_email: string;
  name: string;
  /** Path of the picture below `/storage/`. */
  picture: string;
  /**
   * Price paid for one piece, rupiah.
   * @format int64
   */
  harga: number;
  /**
   * Regular price, struck through during a promotion, rupiah.
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

/** Cash on delivery at a place: whether it is offered, and its limit. */
export interface CashOnDelivery {
  /** Whether it is offered at this place. */
  offered: boolean;
  /**
   * Maximum total of an order that is paid this way, rupiah; null for no limit.
   * @format int64
   */
  most_rp?: number | null;
}

/** A category. */
export interface Category {
  /** @format int64 */
  id: number;
  name: string;
  /** Path of the picture below `/storage/`. */
  picture: string;
}

/** A category as a form sends it. */
export interface CategoryForm {
  /**
   * Name, up to 60 characters; no two categories have the same name.
   * @minLength 1
   * @maxLength 60
   * @pattern \S
   */
  name?: string;
  /**
   * Key of the uploaded picture; empty for a picture drawn by the shop.
   * @maxLength 200
   * @pattern ^(categories/[A-Za-z0-9_-][A-Za-z0-9_.-]*)?$
   */
  picture?: string;
  /**
   * Version of the category that the form was filled from, for optimistic locking; omitted for a new category.
   * @format int64
   */
  version?: number | null;
}

/** A new order of the categories. */
export interface CategoryOrder {
  /** Keys of all categories, in the wanted order. */
  ids: number[];
  /** Keys of all categories, in their order before the move. */
  was: number[];
}

/** Change of one cell. */
export interface CellChange {
  /** Name of the column in the shop's files. */
  column: string;
  /** Present content; null for a new product. */
  before?: string | null;
  /** Content after the import. */
  after: string;
}

/** Whether a member receives a kind of message over a channel. */
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

/** A checkout draft. */
export interface CheckoutDraft {
  checkout_token: string;
  selected_products: SelectedProduct[];
}

/** Checkout draft to store. */
export interface CheckoutDraftForm {
  /** @maxItems 100 */
  selected_products: SelectedLine[];
  /**
   * Token of the checkout, 16 to 64 letters, digits, `-` or `_`; a new one is created if it is null.
   * @pattern ^[A-Za-z0-9_-]{16,64}$
   */
  checkout_token?: string | null;
}

/** A choice of one kind over one channel. */
export interface ChoiceForm {
  /** Topic of a message. */
  kind: MessageKind;
  /** Channel of a message. */
  channel: MessageChannel;
  /** Whether the member wants to receive this kind over this channel. */
  on: boolean;
}

/** A member to whom a voucher was given. */
export interface ChosenMember {
  uid: string;
  name: string;
}

/** A product that a voucher is for. */
export interface ChosenProduct {
  id: ProductId;
  name: string;
}

/** Codes and shelf by which the warehouse finds a product or a variant of it. */
export interface Codes {
  /** SKU (the shop's own number); empty for none. */
  sku: string;
  /** Barcode that a scanner reads from a piece; empty for none. */
  barcode: string;
  /** Storage location of its pieces; empty if not given. */
  shelf: string;
}

/** Members who joined in the same month. */
export interface Cohort {
  /** The month in Jakarta, `YYYY-MM`. */
  month: string;
  /**
   * Number of members who joined in it; administrators and erased accounts are not counted.
   * @format int64
   */
  joined: number;
  /**
   * Number of these members with an order counted as paid: in the month of joining, in the next, and so on until the
   * current month.
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
   * Unique name among the components.
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
   * Challenge that a passkey signed, from the response to the passkey request.
   * @maxLength 100
   */
  challenge?: string | null;
};

/** Session that has confirmed its identity. */
export interface Confirmed {
  /** Time until which no new confirmation is needed, RFC 3339. */
  until: string;
}

/** Part of a network that determines the bonus of one member in a period: input of the preview. */
export interface Corner {
  /**
   * Value of a point in rupiah.
   * @format int64
   */
  point_value_rp: number;
  /**
   * Maximum bonus of a member for the period, in rupiah; null without such a cap.
   * @format int64
   */
  member_cap_rp?: number | null;
  /**
   * Index of the lowest rank whose holders head a group of their own; null if a personal group is the whole
   * downline.
   * @min 0
   */
  boundary?: number | null;
  /** Ranks, lowest first. */
  ranks: CornerRank[];
  /** Components, in the order of the plan. */
  components: CornerComponent[];
  /**
   * Index of the rank that the member holds permanently.
   * @min 0
   */
  held: number;
  /** Own points as they were earned, before the allocation; below 0 after refunds. */
  earned: PlanVolumes;
  /** Points of the downline, allocated. */
  below: PlanVolumes;
  /** Points of the downline within the personal group, allocated. */
  group: PlanVolumes;
  /**
   * Points of the member and the whole downline in both plans, in the periods already calculated.
   * @format int64
   */
  total_before: number;
  /** Number of legs in which someone holds a rank or a higher one, by the rank's index. */
  legs_with_rank: number[];
  /** Number of direct followers who hold a rank or a higher one, by the rank's index. */
  directs_with_rank: number[];
  /** Strongest legs: those that needs measure, and those that are shown. */
  legs: CornerLeg[];
  /** Current bonus of the period, in rupiah by component, after the member's cap. */
  paid_rp: number[];
}

/** A component of the plan, with the effect of all other members' points. */
export interface CornerComponent {
  /** Code of the component in the plan. */
  code: string;
  /** Display name of the component. */
  name: string;
  /** Payment rule. */
  kind: CornerKind;
  /** Plans whose points the component pays for. */
  volume: Volume;
  /** Needs that must all be met to be paid. */
  needs: CornerNeed[];
  /**
   * Percentages as decimal text: by rank for a differential; else one for own points, for the first level or
   * generation, or for the fund.
   */
  rates: string[];
  /**
   * Bonus from the downline, in rupiah, by the rank that the member holds; one number for all ranks for levels and
   * generations, and empty for components that pay nothing for members below.
   */
  below_rp: number[];
  /**
   * Points of all other members, for a pool; else 0.
   * @format int64
   */
  others_points: number;
  /**
   * Shares of all other members, for a pool; else 0.
   * @format int64
   */
  others_shares: number;
  /** Own shares by the rank that the member holds, for a pool. */
  shares: number[];
  /** Whether a member who does not meet the needs still uses up a level or a rate. */
  uses_up?: boolean;
}

/** Data on the effect of other points of a direct follower. */
export interface CornerFollower {
  /**
   * The index of the rank that the follower holds permanently.
   * @min 0
   */
  held: number;
  /**
   * The index of the highest rank that someone below the follower holds.
   * @min 0
   */
  highest: number;
  /**
   * Points of the follower and their whole downline in both plans, in the periods already calculated.
   * @format int64
   */
  total_before: number;
  /** Number of the follower's legs in which someone holds a rank or a higher one, by the rank's index. */
  legs_with_rank: number[];
  /** Number of the follower's direct followers who hold a rank or a higher one, by the rank's index. */
  directs_with_rank: number[];
  /** Points of the follower's strongest legs that needs measure, strongest first: of Plan A, of Plan B and of both. */
  strongest: number[][];
  /**
   * Bonus of the member from the follower's downline, in rupiah, by component; empty for own points and pools.
   *
   * For levels and generations the list has two numbers: if the follower uses up no level, and if they use up one. For
   * a differential it is a flattened table: a row for a follower who takes no rate, then one for the rate of each
   * rank, each with a column for each rank that the member may hold.
   */
  through_rp: number[][];
}

/** A direct follower of the member, with the follower's downline. */
export interface CornerLeg {
  /** Points of the whole leg, allocated. */
  points: PlanVolumes;
  /** The follower's own points as they were earned, before the allocation; below 0 after refunds. */
  earned: PlanVolumes;
  /** Points of the follower's personal group, allocated. */
  group: PlanVolumes;
  /**
   * The index of the rank that the follower holds.
   * @min 0
   */
  rank: number;
  /** Data for trying other points of the follower; `None` for legs that are too weak for that. */
  follower?: CornerFollower | null;
}

/** Condition of a rank or component, with its rank as an index. */
export interface CornerNeed {
  /** Measured quantity. */
  metric: CornerMetric;
  /** Plans whose points count; `both`, without effect, if the metric measures no points. */
  volume: Volume;
  /**
   * Number of the leg, 1 being the strongest; 0 if the metric measures no leg.
   * @min 0
   */
  nth: number;
  /**
   * Index of the required rank; 0 if the metric requires none.
   * @min 0
   */
  rank: number;
  /**
   * Minimum that meets the need.
   * @format int64
   */
  at_least: number;
}

/** A rank of the plan. */
export interface CornerRank {
  /** Display name of the rank. */
  name: string;
  /** Needs that must all be met. */
  needs: CornerNeed[];
}

/** Data of a member that can be corrected, named as in the profile. */
export interface Correctable {
  /**
   * Full name.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * Mobile number in any usual Indonesian spelling; empty if there was none.
   * @pattern ^((\+?62|0)?8[1-35-9]\d{7,10})?$
   */
  no_hp: string;
  /**
   * Postal address; empty if there was none.
   * @maxLength 300
   */
  alamat: string;
  /**
   * `L` or `P`; empty if it was not given.
   * @pattern ^[LP]?$
   */
  jenis_kelamin: string;
  /**
   * Birth date, `YYYY-MM-DD`; empty if it was not given.
   * @pattern ^(\d{4}-\d{2}-\d{2})?$
   */
  tanggal_lahir: string;
}

/** Corrected data of a member, and the data seen before the correction. */
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

/** Document with the number of members who have accepted the version in force. */
export type CountedAgreement = AdminAgreement & {
  /**
   * Number of members who have accepted the version in force.
   * @format int64
   */
  accepted: number;
};

/** An order as sent by the checkout. */
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
   * Total shown to the shopper, rupiah; it must equal the server's result.
   * @format int64
   * @min 0
   */
  gross_amount: number;
  voucher_code?: string | null;
  /**
   * Shipping cost shown to the shopper, rupiah; ignored, because the server calculates its own.
   * @format int64
   * @min 0
   */
  shipping_cost?: number | null;
  /** Courier and service, such as `JNE - REG23`. */
  shipping_method?: string | null;
  /** Payment method of an order. */
  payment_method: PaymentMethod;
  /**
   * @maxItems 100
   * @minItems 1
   */
  products: SelectedLine[];
  bv_period_id: PeriodId;
  /**
   * Idempotency key: the same token with the same contents returns the same order.
   * @pattern ^[A-Za-z0-9_-]{16,64}$
   */
  checkout_token: string;
  /**
   * @format int64
   * @min 1
   */
  receiver_destination_id: number;
}

/** Version in force of a document. */
export interface CurrentAgreement {
  /** Name of the document in URLs. */
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
   * Pieces to remove, 1 or more.
   * @format int64
   * @min 1
   */
  quantity: number;
  /** Name of the variant; if omitted, the product's oldest line is decreased. */
  variant?: string | null;
}

/** Cart line after the decrease; `line` is null if its last piece was removed. */
export interface Decreased {
  success: boolean;
  line?: CartLine | null;
}

/** A subdistrict that can be shipped to. */
export interface Destination {
  /**
   * Id of the destination at the shipping provider, or in the program's own table if there is no provider.
   * @format int64
   */
  id: number;
  /** Name of the destination: `Subdistrict, District, City, Province Zip`; a provider may leave out the province. */
  label: string;
  /** Kelurahan or desa. */
  subdistrict_name: string;
  /** Kecamatan. */
  district_name: string;
  /** City or regency. */
  city_name: string;
  /** Province; empty if the provider does not state it. */
  province_name: string;
  /** Postal code. */
  zip_code: string;
}

/** Result of a search. */
export interface DestinationList {
  success: boolean;
  data: Destination[];
}

/** Active logins of an account, the most recently used first. */
export interface Devices {
  sessions: LoginSession[];
  /** Times at which the shop viewed the account as its member sees it, if the member was notified; newest first. */
  views: ShopView[];
}

/** The two rates of a differential, percent as decimal text. */
export interface Difference {
  /** The rate of the member's rank. */
  own_rate_text: string;
  /** Rate already given to members further down; `0` if there is none. */
  given_rate_text: string;
}

/** Body of a response that only confirms success. */
export interface Done {
  /** Always true. */
  success: boolean;
}

/** A member below the caller. */
export interface Downline {
  uid: string;
  /** Full name; shortened to `Budi S.` below the direct downline if the shop's setting is `masked`. */
  name: string;
  /** E-mail address; masked (`b***@m***`) below the direct downline if the shop's setting is `masked`. */
  email?: string | null;
  /**
   * File name of the profile picture below `/uploads/profile/`; null without a picture, or if the e-mail address is
   * masked.
   */
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
  /** Masked (`b***@m***`) below the direct downline, if the shop chose that. */
  downline_email: string;
  downline_uid: string;
  /**
   * Number of levels below the caller: 1 is the direct downline.
   * @format int64
   */
  level: number;
  /**
   * Own points in the period; negative if refunds exceed purchases.
   * @format int64
   */
  total_bv: number;
}

/** Points of the caller's downline in a period. */
export interface DownlineBvSummary {
  /**
   * Points of the whole downline of the caller in the period.
   * @format int64
   */
  total_downline_bv: number;
  downlines: DownlineBv[];
  next_cursor?: string | null;
}

/** Wrapper of the summary: clients read `data`. */
export interface DownlineBvSummaryData {
  /** Points of the caller's downline in a period. */
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
  /** Path of the text's page, without the leading slash. */
  slug: string;
  title: string;
}

/** Period with bonuses that wait to be prepared. */
export interface DuePeriod {
  period_id: PeriodId;
  period_name: string;
  /**
   * Number of bonuses that are neither paid nor in a payout, including those that cannot be paid now.
   * @format int64
   */
  bonuses: number;
}

/** Periods with bonuses that wait to be prepared, oldest first. */
export interface DuePeriods {
  periods: DuePeriod[];
}

/** A change of a product. */
export type EditProductForm = ProductForm & {
  /**
   * Version of the product that the form was filled from, for optimistic locking.
   * @format int64
   */
  version: number;
};

/** Browser that no longer shows notifications. */
export interface EndpointForm {
  /** Push service URL of the browser's subscription. */
  endpoint: string;
}

/** Request to erase the account. */
export interface ErasureForm {
  /** The password of the account. */
  password: string;
  /** Consent to give up bonuses earned but not paid; required if there are any. */
  gives_up_bonus?: boolean;
}

/** Reason why an account cannot be erased, and what to do about it. */
export interface ErasureObstacle {
  /** Reason why an account cannot be erased. */
  kind: ErasureObstacleKind;
  message: string;
}

/** Consequences of erasing the account. */
export interface ErasureOutlook {
  /** Obstacles to be removed before the account can be erased; empty if there are none. */
  obstacles: ErasureObstacle[];
  /**
   * Bonuses earned but not paid, rupiah; erasing the account gives them up.
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
  /** Message to show, in Indonesian. */
  message: string;
  /** Stable name of the error. */
  code: Code;
  /** All errors of a form, each with the message to show next to its field; with `invalid_field`. */
  fields?: FieldError[];
  /** Present form of the object; with `edit_conflict`. */
  current?: any;
  /** Value that the next step needs; with `second_factor_required`. */
  challenge?: string;
  /** Possible proofs, `code`, `passkey` or `password`; with `second_factor_required` and `confirmation_required`. */
  methods?: string[];
  /** The server's calculation; with `amount_mismatch`. */
  quote?: Quote;
  /** Number of the order; with `already_ordered`. */
  order_id?: string;
}

/** Something that happened to a parcel. */
export interface Event {
  /** Time of the event, RFC 3339; null if the courier's text for it cannot be parsed. */
  at?: string | null;
  /** Time of the event, in the courier's own words. */
  date: string;
  /** Description in the courier's own words. */
  description: string;
  /** The courier's name for the event; may be empty. */
  status: string;
}

/** Bonuses that a plan pays in an example. */
export interface Example {
  /** Members, in the order in which they were given. */
  members: ExampleMember[];
  /** Lines, sorted by member, component, depth and source; members as they were given, components as in the plan. */
  lines: ExampleLine[];
  /** Points not paid to members because of unmet needs, sorted by member and component; at most the first 20,000. */
  skipped: ExampleSkip[];
  /**
   * Sum of all bonuses after the members' caps and before the company's.
   * @format int64
   */
  uncapped_rp: number;
  /**
   * Maximum sum of all bonuses.
   * @format int64
   */
  cap_rp: number;
  /**
   * Sum of all bonuses, after both caps.
   * @format int64
   */
  bonus_rp: number;
}

/** A line of a bonus in an example. */
export interface ExampleLine {
  /** Id of the paid member. */
  member: string;
  /** The component's code. */
  component: string;
  /** Id of the member who has the points; for a generation the head of the group, for a pool the paid member. */
  source: string;
  /**
   * Depth of the source below the paid member; for a generation the number of the generation.
   * @min 0
   */
  depth: number;
  /**
   * Points that the rate applies to.
   * @format int64
   */
  points: number;
  /** Percent, decimal text; for a differential the paid difference. */
  rate: string;
  /**
   * Amount after both caps.
   * @format int64
   */
  amount_rp: number;
}

/** Standing and bonus of a member in an example. */
export interface ExampleMember {
  /** Id of the member, as it was given in the input. */
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
   * Bonus of the member, after both caps.
   * @format int64
   */
  bonus_rp: number;
}

/** An example to be calculated. */
export interface ExampleRequest {
  /** A compensation plan as a document. Percentages are decimal text, such as `12.5`. */
  plan: PlanDocument;
  /**
   * Value of the period's orders, rupiah.
   * @format int64
   * @min 0
   */
  sales_rp: number;
  /**
   * Members, at most 2,000.
   * @maxItems 2000
   */
  members: NewExampleMember[];
}

/** Points for which a component would have paid a member in an example, if the member had met its needs. */
export interface ExampleSkip {
  /** Id of the member who does not meet the needs. */
  member: string;
  /** The component's code. */
  component: string;
  /**
   * Number of members whose points would have been paid for; 1 for own points and for a share of a pool.
   * @format int64
   */
  sources: number;
  /**
   * Points of these members; for a pool the points of all members.
   * @format int64
   */
  points: number;
  /** Needs of the component that are not met. */
  needs: NeedFact[];
}

/** Composition of a payment, where the provider reports it. */
export interface ExtraInfo {
  /**
   * Requested amount, charged amount and fee.
   * @default {"customer_imposed_payment_fee":null,"gross_amount":null,"original_amount":null}
   */
  gross_amount_info?: AmountInfo;
}

/** A factor that was added. */
export interface FactorAdded {
  /** Recovery codes, shown once; null unless this is the account's first factor. */
  recovery_codes?: string[] | null;
  /** The caller's own factors. */
  factors: OwnFactors;
}

/** A failed backup. */
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

/** A refused field, with the message to show next to it. */
export interface FieldError {
  /** The field's wire name; a path such as `components.2.rates.builder` in a document. */
  field: string;
  /** The error's stable name. */
  code: string;
  /** Message to show, in Indonesian. */
  message: string;
}

/** Amounts that moved on a day or in a period, and amounts from that time that are open now. */
export interface Figures {
  /** Orders that were paid online. */
  online: Amount;
  /** Orders that were paid by a transfer to the shop's own account. */
  transfer: Amount;
  /** COD orders whose cash the shop received, fees included. */
  cod: Amount;
  /** Fees that couriers deducted from that cash, according to their reports. */
  fees: Amount;
  /** Refunded money. */
  refunded: Amount;
  /** Payouts of bonuses, and the transferred amount. */
  payouts: Amount;
  /**
   * Tax withheld from payouts, rupiah.
   * @format int64
   */
  tax_rp: number;
  /**
   * Shipping cost of orders paid in that time beyond the amount charged to their buyers, after corrections of their
   * addresses; below 0, the amount left for the shop. Not an entry of the books: couriers are paid outside them.
   */
  shipping_borne: Amount;
  /**
   * Money received less all money paid out, tax included, rupiah.
   * @format int64
   */
  left_rp: number;
  /** Orders placed in that time that wait for their online payment. */
  unpaid: Amount;
  /** COD orders placed in that time whose cash the shop does not have. */
  cash_due: Amount;
  /** Unpaid bonuses of the period, before tax; null for a day. */
  bonuses_due?: Amount | null;
}

/** Request for a link after a forgotten password. */
export interface ForgottenPassword {
  /**
   * E-mail address of the account.
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
   * Maximum amount that the shop pays, rupiah; null for the full cost.
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
   * Share in percent; given for all heirs or for none.
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

/** Corrected heirs of a member, and the heirs seen before the correction. */
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
   * Reason of up to 300 characters.
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
   * Reason of up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @default ""
   * @pattern \S
   */
  reason?: string;
}

/** Review of a member shown on the home page. */
export interface Highlight {
  /** Author's profile picture, a file below `/uploads/profile/`; null for none. */
  profile_picture?: string | null;
  /** Author's first name; the whole name if the account was erased. */
  user_name: string;
  /**
   * Stars, 4 or 5.
   * @format int64
   */
  rating: number;
  comment: string;
}

/** Inner object of the response, which puts the list at `data.data`. */
export interface HighlightList {
  data: Highlight[];
}

/** The highlights: clients read `data.data`. */
export interface Highlights {
  success: boolean;
  /** Inner object of the response, which puts the list at `data.data`. */
  data: HighlightList;
}

/** Result of importing a file of products. */
export interface ImportAnswer {
  /** Whether the import was done; if not, nothing was changed. */
  applied: boolean;
  /**
   * Number of rows that create a product.
   * @min 0
   */
  created: number;
  /**
   * Number of rows that change a product.
   * @min 0
   */
  changed: number;
  /**
   * Number of rows that change nothing.
   * @min 0
   */
  unchanged: number;
  /**
   * Number of mistakes in all rows; while there are any, nothing can be imported.
   * @min 0
   */
  mistakes: number;
  /** The first 200 mistakes, by line. */
  errors: RowError[];
  /** The first 200 rows that create or change a product. */
  changes: RowChange[];
  /** Columns that are not read: informative ones, row numbers, and the stock columns unless requested. */
  ignored_columns: string[];
  /**
   * Number of example rows left over from the downloadable table; they are not read.
   * @min 0
   */
  examples: number;
  /** Names of missing categories; with `categories` the import creates them, otherwise `errors` reports them. */
  missing_categories: string[];
  /** Digest of this preview, to be sent with the same file to perform the import. */
  digest: string;
}

/** Part of an import request. */
export interface ImportUpload {
  /** CSV, or a workbook (.xlsx) of which the first sheet is read; up to 5 MB and 5,000 rows. */
  file: File | Blob;
}

/** The jobs; failing ones come first, then late ones. */
export interface JobList {
  jobs: JobStatus[];
}

/** A job with its latest run. */
export interface JobStatus {
  id: string;
  name: string;
  /**
   * Interval between two rounds, seconds.
   * @format int64
   * @min 0
   */
  every_seconds: number;
  /** End of the latest run, RFC 3339, up to a minute old; null if the job never ended a run. */
  ended_at?: string | null;
  /** First failure since the last success, RFC 3339; null if the latest run succeeded. */
  failing_since?: string | null;
  /** Whether the latest run ended more than ten minutes ago; false if the job never ended a run. */
  is_late: boolean;
}

/** Description of the data stored for one purpose, as the member reads it. */
export interface KeptData {
  /** Group title. */
  title: string;
  /** Data kept. */
  what: string;
  /** Reason for storing them. */
  why: string;
  /** Storage time. */
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

/** A stored fault, for the owner. */
export type KeptFault = PageFault & {
  /** Key of the fault. */
  id: string;
  /** Time of the first occurrence, RFC 3339. */
  first_at: string;
  /** Time of the last occurrence, RFC 3339. */
  last_at: string;
  /**
   * Number of occurrences.
   * @format int64
   */
  times: number;
};

/** Channels chosen for one kind of message. */
export interface KindChoice {
  /** Topic of a message. */
  kind: MessageKind;
  /** Whether the kind concerns security and cannot be turned off. */
  security: boolean;
  channels: ChannelChoice[];
}

/** Kind of calculation of a component, in a document. */
export type KindDocument =
  | {
      /** Plans whose points count. */
      volume: Volume;
      /** Percent of the value of the points. */
      rate: string;
      kind: 'personal';
    }
  | {
      /** Plans whose points count. */
      volume: Volume;
      /** Percentages for one level below, two levels below and so on. */
      rates: string[];
      /** Whether a member who does not meet the needs uses up no level. */
      compression: boolean;
      kind: 'level';
    }
  | {
      /** Plans whose points count. */
      volume: Volume;
      /** Percentages by rank code; a rank without a rate has 0. */
      rates: Partial<Record<string, string>>;
      /** Whether the rate of a member who does not meet the needs is left for the next member above. */
      pass_up: boolean;
      kind: 'differential';
    }
  | {
      /** Plans whose points count. */
      volume: Volume;
      /** Percentages for the first generation, the second and so on. */
      rates: string[];
      kind: 'generation';
    }
  | {
      /** Plans whose points count. */
      volume: Volume;
      /** Fund, in percent of the value of all members' points. */
      percent: string;
      /** Shares by rank code; a rank without an entry has the shares of the highest rank below it that has one. */
      shares: Partial<Record<string, number>>;
      kind: 'pool';
    };

/** A member who stopped buying. */
export interface LapsedMember {
  uid: string;
  name: string;
  /** Mobile number; empty if the member has none. */
  phone: string;
  /** Time when the member's last order was counted as paid, RFC 3339. */
  last_bought_at: string;
  /**
   * Number of orders counted as paid in the last 365 days.
   * @format int64
   */
  orders: number;
  /**
   * Sum of these orders: value of the goods after discount, less refunds, rupiah.
   * @format int64
   */
  sales_rp: number;
}

/** Members who stopped buying. */
export interface LapsedMembers {
  /** Members, largest buyers first; at most 200. */
  rows: LapsedMember[];
  /**
   * Total number of members, including those beyond 200.
   * @min 0
   */
  count: number;
}

/** Bonus of a member. */
export interface LargeBonus {
  /** Key of the bonus; null in a preview. */
  id?: BonusId | null;
  member_uid: string;
  member_name: string;
  /** @format int64 */
  bonus_rp: number;
}

/** Time and device of a member's last activity. */
export interface LastSeen {
  /** Time, accurate to a few minutes, RFC 3339. */
  at: string;
  /** The browser and the system in words, such as `Chrome di Android`. */
  device: string;
}

/** Data of a leader for everyone who registers. */
export interface Leader {
  uid: string;
  /** Full name for members, unless the shop shortens names below the direct downline; `Budi S.` for everyone else. */
  name: string;
}

/** A new leader for a member. */
export interface LeaderChange {
  /** The new leader's uid; null puts the member at the top. */
  leader_uid: string | null;
  /** The uid of the leader shown by the form; null for none. */
  leader_uid_before: string | null;
  /**
   * Reason, up to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** Leader of a member. */
export interface LeaderName {
  uid: string;
  name: string;
}

/** Effects of a change of a member's leader. */
export interface LeaderPreview {
  /**
   * Number of members who would move: the member and all below.
   * @format int64
   */
  members: number;
  /** Current path from the top to the member. */
  from: MemberName[];
  /** Path from the top to the member after the change. */
  to: MemberName[];
  /** Periods that are not calculated, with the points that would move. */
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
   * Reason of up to 300 characters.
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
  reason: HoldReason;
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
  /** Uid of the other member. */
  uid: string;
  /** Full name of the other member. */
  name: string;
  /** Whether both had the same mobile number when the pair was noted. */
  same_phone: boolean;
  /** Whether both had the same bank account when the pair was noted. */
  same_bank_account: boolean;
  /** Whether both have the same birth date now. */
  same_birth_date: boolean;
  /** Time at which the pair was first noted, RFC 3339. */
  found_at: string;
}

/** Response to a request for a link after a forgotten password. */
export interface LinkSent {
  message: string;
}

/** Requested sequence of the entries of a list. */
export interface ListOrder {
  /** Keys of all entries of the list, first to last. */
  ids: number[];
}

/** An order in the administrators' list. */
export interface ListedOrder {
  order_id: string;
  /** Time of placing the order, RFC 3339. */
  created_at: string;
  /** Buyer as shown in the list. */
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
  /** Payment method of an order. */
  payment_method: PaymentMethod;
  /** Whether it was paid by a transfer to the shop's own account instead of through the payment provider. */
  bank_transfer: boolean;
  /** Payment state of an order. */
  payment_status: PaymentStatus;
  /** Shipment state of an order. */
  shipment_status: ShipmentStatus;
  /** Courier and service, such as `JNE - REG23`. */
  courier: string;
  /** Tracking number. */
  resi?: string | null;
  /**
   * Pieces of all lines.
   * @format int64
   */
  pieces: number;
  /** Time at which the unpaid order expires and releases its stock, RFC 3339; null unless it can be paid online now. */
  expires_at?: string | null;
  /** Whether it is a trial order, placed while the shop was closed; it counts nowhere. */
  trial: boolean;
  /** Whether it waits for the shop's approval before it is packed. */
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
  /** Member who requested the return. */
  member: Returner;
  /** Kind of return that a member requests. */
  kind: ReturnKind;
  /** State of a return. */
  state: ReturnState;
  /** Reason for returning goods. */
  reason: ReturnReason;
  /**
   * Number of requested pieces.
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

/** Event with the newest entries. */
export interface LiveEvent {
  /** Name of the event: always `newest`. */
  event: string;
  /** Newest entries in the shop; null for entries of another desk. */
  data: Newest;
}

/** Event of an order. */
export interface LiveMove {
  /**
   * Unique number of the event.
   * @format int64
   */
  id: number;
  /** Kind of an order's event, as far as administrators' pages distinguish it. */
  event: OrderEventKind;
}

/** Request to log in. */
export interface Login {
  email: string;
  password: string;
}

/** Result of a login: the new session. */
export interface LoginAnswer {
  /** The bearer token. */
  token: string;
  /** Member's own account data. */
  user: User;
}

/** The only login that stays active. */
export interface LoginLeft {
  /** Bearer token of the caller's own login, which stays active. */
  token: string;
}

/** An active session. */
export interface LoginSession {
  /** Id of the session. */
  id: string;
  /** The browser and the system in words, such as `Chrome di Android`. */
  device: string;
  /** IP address from which the session was opened. */
  address: string;
  /** Start of the session, RFC 3339. */
  created_at: string;
  /** Time of its last use, accurate to a few minutes, RFC 3339. */
  last_seen_at: string;
  /** Whether it is the caller's session. */
  is_current: boolean;
}

/** Manual refund that waits for the approval of another administrator. */
export interface ManualRefundFacts {
  /**
   * Version: time of the preparation, UTC milliseconds.
   * @format int64
   */
  version: number;
  /**
   * Amount to refund, rupiah.
   * @format int64
   */
  amount_rp: number;
  /** Reason for the refund. */
  reason: string;
  /** Name of the administrator who has prepared it. */
  prepared_by: string;
  /** Time of the preparation, RFC 3339. */
  prepared_at: string;
  /** Whether the caller has prepared it, and so may not approve it. */
  is_own: boolean;
}

/** Details of a member, for administrators. */
export interface MemberDetail {
  uid: string;
  name: string;
  email: string;
  /** Mobile number in its local form, `08…`. */
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
  /** Sex: `L` or `P`; empty if it was not given, or the member is erased. */
  gender: string;
  /** Birth date, `YYYY-MM-DD`; empty if it was not given, or the member is erased. */
  birth_date: string;
  /**
   * Plan chosen at registration.
   * @format int64
   */
  plan_id: number;
  /** Profile picture, a file below `/uploads/profile/`; null if there is none. */
  picture?: string | null;
  /** Set of rights of an account. */
  role: Role;
  leader?: LeaderName | null;
  /** Time of joining, RFC 3339. */
  joined_at: string;
  /** Time since which the member may not log in, RFC 3339; null if the member is not suspended. */
  suspended_at?: string | null;
  /** Time when the member erased their own account; the personal data is gone. */
  erased_at?: string | null;
  /** Whether the member needs a second factor to log in. */
  has_factor: boolean;
  /**
   * Number of members whose leader is this member.
   * @format int64
   */
  directs: number;
  /**
   * Number of members in the downline, at any depth.
   * @format int64
   */
  downlines: number;
  /** Points of the newest periods, newest first. */
  periods: PeriodPoints[];
  /** The newest orders, newest first. */
  orders: Order[];
  /** The newest returns, newest first. */
  returns: ListedReturn[];
  /** Last activity of the member, while it is known from a session. */
  last_seen?: LastSeen | null;
  /** All bonuses, newest period first. */
  bonuses: Bonus[];
  /** Calculated periods that paid nothing because needs were not met, newest first. */
  missed: MissedBonus[];
  /** Latest changes by administrators, newest first. */
  changes: AuditEntry[];
}

/** A member registered by the shop. */
export interface MemberEnrolled {
  uid: string;
  name: string;
  email: string;
  /** Link for choosing the password; null if the shop sends no e-mail and the caller is not an owner. */
  link?: PasswordLink | null;
}

/** @format int64 */
export type MemberId = number;

/** A page of members, newest first. */
export interface MemberList {
  members: MemberRow[];
  next_cursor?: string | null;
}

/** Name of a member in a path. */
export interface MemberName {
  /** Number by which others know the member. */
  uid: string;
  /** Full name. */
  name: string;
}

/** Administrators' notes and tags about a member. */
export interface MemberNotes {
  /** Tags, in alphabetical order. */
  tags: string[];
  /** Notes, newest first. */
  notes: Note[];
}

/** A return as its member sees it. */
export type MemberReturn = ReturnFacts & {
  /** Actions open to the member now. */
  actions: MemberReturnAction[];
};

/** A row of the member list. */
export interface MemberRow {
  uid: string;
  name: string;
  email: string;
  /** Mobile number in its local form, `08…`. */
  phone: string;
  /** Set of rights of an account. */
  role: Role;
  leader?: LeaderName | null;
  /** Time of joining, RFC 3339. */
  joined_at: string;
  /** Time since which the member may not log in, RFC 3339; null if the member is not suspended. */
  suspended_at?: string | null;
  /** Time when the member erased their own account; the personal data is gone. */
  erased_at?: string | null;
  /**
   * Number of members whose leader is this member.
   * @format int64
   */
  directs: number;
  /**
   * Number of members in the downline, at any depth.
   * @format int64
   */
  downlines: number;
  /** Tags set by administrators, in alphabetical order. */
  tags: string[];
}

/** A member's slip, as administrators see it. */
export interface MemberTaxSlip {
  /** Number such as `PPH21-202611-000123`. */
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
   * Taxable part of that amount, rupiah.
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

/** Open view. */
export interface MemberView {
  /** Id of the view. */
  id: string;
  /** Bearer token that can read, but not change anything. */
  token: string;
  uid: string;
  /** The member's name. */
  name: string;
  /** End of the view, RFC 3339. */
  until: string;
}

/** Message as its recipient reads it. */
export interface MessageLetter {
  /** Subject of an e-mail, and the entire text of a notification. */
  subject: string;
  /** The text, with an empty line between paragraphs. */
  body: string;
}

/** Text of a kind of message. */
export interface MessageText {
  /** Topic of a message. */
  kind: MessageKind;
  /** Subject of an e-mail, and the entire text of a notification. */
  subject: string;
  /** The body; an empty line begins a paragraph. */
  body: string;
  /** Whether the shop has changed the text. */
  changed: boolean;
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
  placeholders: TextPlaceholder[];
}

/** Texts of every kind. */
export interface MessageTexts {
  texts: MessageText[];
}

/** Additional facts of the provider about a payment. */
export interface Metadata {
  /**
   * Composition of the payment.
   * @default {"gross_amount_info":{"customer_imposed_payment_fee":null,"gross_amount":null,"original_amount":null}}
   */
  extra_info?: ExtraInfo;
}

/**
 * A calculated period in which the member has no bonus, because the needs of the components that would have paid were
 * not met.
 */
export interface MissedBonus {
  bv_period_id: PeriodId;
  bv_period_name: string;
  /** Name of the plan that it was calculated by. */
  plan_name: string;
  /** Code in the plan of the rank that the member held in the period. */
  rank: string;
  rank_name: string;
  /** Components for which the member missed points, in the plan's order. */
  components: BonusComponent[];
}

/**
 * Month in Jakarta's time zone: `YYYY-MM` on the wire, year × 100 + month in the database.
 * @pattern ^\d{4}-(0[1-9]|1[0-2])$
 */
export type Month = string;

/** Answer to an order's move. */
export interface MoveAnswer {
  /** Message to show. */
  message: string;
  /** Order after the move. */
  data: Order;
}

/** Condition that a member must meet, in a document. */
export type NeedDocument =
  | {
      /** Plans whose points count. */
      volume: Volume;
      /**
       * Minimum that meets the need.
       * @format int64
       */
      at_least: number;
      metric: 'pv';
    }
  | {
      /** Plans whose points count. */
      volume: Volume;
      /**
       * Minimum that meets the need.
       * @format int64
       */
      at_least: number;
      metric: 'gv';
    }
  | {
      /** Plans whose points count. */
      volume: Volume;
      /**
       * Minimum that meets the need.
       * @format int64
       */
      at_least: number;
      metric: 'pgv';
    }
  | {
      /** Plans whose points count. */
      volume: Volume;
      /**
       * Number of the leg; 1 is the strongest.
       * @min 0
       */
      nth: number;
      /**
       * Minimum that meets the need.
       * @format int64
       */
      at_least: number;
      metric: 'leg_gv';
    }
  | {
      /** The rank's code. */
      rank: string;
      /**
       * Minimum that meets the need.
       * @format int64
       */
      at_least: number;
      metric: 'legs_with_rank';
    }
  | {
      /** The rank's code. */
      rank: string;
      /**
       * Minimum that meets the need.
       * @format int64
       */
      at_least: number;
      metric: 'directs_with_rank';
    }
  | {
      /**
       * Minimum that meets the need.
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

/** A need and its current value. */
export type NeedFact = NeedDocument & {
  /**
   * Current value: number of points, legs or followers; for a rank 1 if it is held, else 0.
   * @format int64
   */
  has: number;
  /**
   * Amount by which `has` is below the minimum; 0 if the need is met.
   * @format int64
   */
  missing: number;
  /** Whether the need is met. */
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

/** Path from the top of the network to a member. */
export interface NetworkPath {
  /** Members of the path, from the top of the network down to the member. */
  path: NetworkMember[];
}

/** New e-mail address for the caller's account. */
export interface NewAddress {
  /**
   * New e-mail address.
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
   * E-mail address of an existing account, or of the new one.
   * @format email
   * @maxLength 254
   */
  email: string;
  /**
   * Name for a new account; without a name, the account must exist.
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
   * Id, unique within the example.
   * @minLength 1
   * @maxLength 100
   */
  id: string;
  /** The leader's id; the leader may be anywhere in the list. Null at the top. */
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
  /** Code of the highest rank held before; it counts only if the plan keeps that rank permanently. */
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
   * E-mail address, which is the account's login name.
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
   * Bank to which bonuses are paid, one of the shop's banks.
   * @maxLength 40
   */
  bank?: string | null;
  /**
   * Number of the bank account.
   * @pattern ^(\d{6,20})?$
   */
  rekening_bank?: string | null;
  /**
   * Sex: `L` (male) or `P` (female); empty means `L`, unless the shop asks for it later.
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
   * Key of a plan; the first plan if it is left out.
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

/** New password for the caller's account. */
export interface NewPassword {
  /** Current password. */
  current: string;
  /**
   * New password, 8 to 128 characters.
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /** Repeated new password. */
  confirm: string;
}

/** A new product. */
export type NewProductForm = ProductForm & {
  /**
   * Initial stock in pieces, recorded in the stock books as received.
   * @format int64
   * @min 0
   * @max 1000000
   */
  opening_stock?: number | null;
  /** Whether the product is created as a draft, outside the shop; a product with a publication time always is. */
  draft?: boolean;
};

/** Newest entries in the shop; null for entries of another desk. */
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

/** A note, visible only to administrators. */
export interface Note {
  /**
   * Key of the note.
   * @format int64
   */
  id: number;
  /** Time of writing, RFC 3339. */
  at: string;
  /** Name of the administrator who wrote the note. */
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

/** Refund reported by the provider. */
export interface NoticedRefund {
  /**
   * Key of the refund request.
   * @default ""
   */
  refund_key?: string;
  /**
   * Amount such as `10000.00`.
   * @default null
   */
  refund_amount?: string | null;
}

/** Messages that a member receives, by channel. */
export interface Notifications {
  kinds: KindChoice[];
  /** Public VAPID key of the shop, base64url, with which a browser subscribes to notifications. */
  push_key: string;
}

/** Corrected tax number of a member, and the number seen before the correction. */
export interface NumberCorrection {
  /**
   * 15 or 16 digits, with blanks, dots and hyphens between them; empty to remove the number.
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

/** The shop's judgement of a member's tax number. */
export interface NumberJudgement {
  /**
   * The number that was checked, digits only.
   * @maxLength 40
   */
  number: string;
  /** `validated`, `rejected`, or `unchecked` to check it again. */
  state: TaxNumberState;
}

/** A way to ship a parcel, with the price for the buyer. */
export type Offer = ShippingOption & {
  /**
   * Cost before the shop pays its part, rupiah; left out if the shop pays none.
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
  /** Money received for released orders, which must be refunded. */
  refunds_due: Amount;
  /** Returns whose goods were received and that wait for their refund. */
  returns_due: Amount;
  /** Unpaid bonuses by period, oldest first. */
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

/** Whether the shop should be open. */
export interface Opening {
  open: boolean;
}

/**
 * Configuration with which the server was started. Of secret keys it shows only whether they are set, never their
 * values.
 */
export interface Operation {
  /** Payment provider, according to `MIDTRANS_SERVER_KEY`. */
  payment: PaymentProvider;
  /** URL for notifications, to be entered at the payment provider. */
  notification_url: string;
  /**
   * Minutes until an unpaid online order expires (`PAYMENT_EXPIRY_MINUTES`).
   * @format int64
   */
  payment_expiry_minutes: number;
  /** Source of the shipping costs: Komerce if `KOMERCE_API_KEY` is set. */
  shipping: ShippingProvider;
  /** Whether `SMTP_URL` is set: without it no e-mail is sent. */
  sends_mail: boolean;
  /** Model that answers questions about products (`CHAT_API_KEY`); null while answers come only from the catalogue. */
  chat_model?: string | null;
  /** Public base URL of the shop. */
  public_url: string;
  /** Whether `PUBLIC_URL` is set; otherwise the base URL is the one that the server listens on. */
  public_url_set: boolean;
  /** Kind of file storage, by `STORAGE_URL`: `file` or `s3`. */
  storage: string;
  /** Kind of database, by `DATABASE_URL`: `sqlite` or `postgres`. */
  database: string;
}

/** An order. */
export interface Order {
  /** Its number, such as `KS-20261121-7K3M9QXA`. */
  order_id: string;
  /** Time of placing the order, RFC 3339. */
  created_at: string;
  /** Time at which the unpaid order expires and releases its stock, RFC 3339; null unless it can be paid online now. */
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
  /** Whether it was paid by a transfer to the shop's own account instead of online, as recorded by an administrator. */
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
   * Voucher's percentage off the eligible products; 0 if the voucher takes off something else, or none was used.
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
   * Amount that the payment provider charged, rupiah, if it is higher: with the provider's own fee, or as accepted
   * by the shop.
   * @format int64
   */
  charged?: number | null;
  /**
   * Business volume of the bought goods, points; the order earns it less the returned volume.
   * @format int64
   */
  total_bv: number;
  /**
   * Business volume of returned or refunded goods, points.
   * @format int64
   */
  returned_bv: number;
  /**
   * Plan in which its points count.
   * @format int64
   */
  id_plan: number;
  /**
   * Period in which its points count: the period of placing, or the period of payment if the former was already
   * calculated.
   */
  bv_period_id: PeriodId;
  /** Name of that period. */
  bv_period_name: string;
  /** URL of the payment page; null unless the order can be paid online now. */
  redirect_url?: string | null;
  /** Lines of the order. */
  products: OrderProduct[];
  moves: OrderMove[];
  /** Actions available to the member now. */
  actions: OrderAction[];
  /** Whether it is a trial order, placed while the shop was closed; it counts nowhere and can be deleted. */
  trial: boolean;
  /**
   * Value-added tax included in the goods' price after discount, rupiah; null if the shop was not a taxable
   * business when the order was placed.
   * @format int64
   */
  vat_rp?: number | null;
  /** Whether it waits for the shop's approval before it is packed. */
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
  /** Courier and service, such as `JNE - REG23`. */
  shipping_method: string;
  /**
   * Version of the address, to be sent with the correction.
   * @format int64
   */
  version: number;
  /** Shipping offers for the requested destination, cheapest first. */
  offers: AddressOffer[];
  /** Whether couriers could be queried; otherwise the offers are only the shop's own delivery or pick-up. */
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
  /** Party that moves an order. */
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
  /** Name of the variant, if the product has variants. */
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
  /** Path below `/storage/`. */
  picture: string;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
}

/** Possible and existing returns of an order. */
export interface OrderReturns {
  /** Whether a return can be requested now. */
  may_ask: boolean;
  /** Reason why no return can be requested now; null if one can. */
  why_not?: string | null;
  /** Kinds of return possible now. */
  kinds: ReturnKind[];
  /** Deadlines of the kinds; a kind without a deadline has no entry. */
  deadlines: ReturnDeadline[];
  lines: ReturnableLine[];
  /** Existing returns of the order, newest first. */
  returns: MemberReturn[];
}

/** A named filter. */
export interface OrderView {
  /** @format int64 */
  id: number;
  name: string;
  /** Query string in the URL of the list, such as `waiting=pack&method=cod`. */
  query: string;
}

/** The caller's filters, by name. */
export interface OrderViews {
  views: OrderView[];
}

/** Time during which the shop can take orders. */
export interface OrderWindow {
  /** Time after which no period takes orders, RFC 3339; null if no period takes orders now. */
  open_until?: string | null;
  /** Whether the next period opens automatically. */
  recurs: boolean;
}

/** Other member of a pair that may be the same person. */
export interface OtherMember {
  /**
   * Uid of the other member.
   * @maxLength 40
   */
  other: string;
}

/** Document with the caller's acceptances. */
export interface OwnAgreement {
  /** Name of the document in URLs. */
  slug: Document;
  title: string;
  /**
   * Version in force.
   * @format int64
   */
  version: number;
  /** Changes from the previous version to the version in force; empty for the first. */
  changes: string;
  /** Time from which the version is in force, RFC 3339; null for the initial version, whose time is unknown. */
  effective_at?: string | null;
  /** Whether the caller has not accepted the version in force. */
  is_asked: boolean;
  /** Versions that the caller has accepted, newest first. */
  accepted: Acceptance[];
}

/** Documents, with a member's acceptances. */
export interface OwnAgreements {
  agreements: OwnAgreement[];
}

/** The caller's own factors. */
export interface OwnFactors {
  /** Whether the account has an authenticator app. */
  totp: boolean;
  /** Passkeys, oldest first. */
  passkeys: OwnPasskey[];
  /**
   * Number of recovery codes left.
   * @format int64
   */
  recovery_codes: number;
  /** Whether the account must have a factor, because of its role and the shop's settings. */
  required: boolean;
  /** Whether passkeys can be added: browsers require a domain name in the shop's URL. */
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
  /** Creation time, RFC 3339. */
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
  /** Whether the shop has hidden it from everyone else. */
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
  /** Number of the order that contained the product. */
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
 * A fault as reported by a browser.
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
   * Message of the error. Numbers, addresses and quoted text are not stored.
   * @maxLength 1000
   */
  message: string;
  /**
   * First segment of the page's path; for the office also the second.
   * @maxLength 60
   * @pattern ^/([a-z-]*|admin/[a-z-]+)$
   */
  place: string;
  /**
   * Script with which the page was loaded.
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

/** Faults of pages, latest occurrence first. */
export interface PageFaults {
  faults: KeptFault[];
}

/** A text as a form sends it. */
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
   * Version of the text that was edited, for optimistic locking; 0 for the default text.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** A text of the shop. */
export interface PageText {
  /** Path of its page without the leading slash. */
  slug: string;
  /** Its title. */
  title: string;
  /** Markdown: headings, lists, bold, italics and links. */
  body: string;
}

/** Version of the text to be removed. */
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
  /** Orders in the requested sequence, each once. */
  orders: PrintedOrder[];
  /** Requested numbers for which no order exists. */
  missing: string[];
}

/** Report on a parcel that its buyer refused or sent back. */
export interface ParcelReturn {
  /**
   * Reason, 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
  /** Whether the goods were lost or can no longer be sold: then they do not count as stock. */
  damaged?: boolean;
}

/** Passkey request for the browser. */
export interface PasskeyAsked {
  /** Challenge that the browser sends back with the passkey's response. */
  challenge: string;
  /** Options for the browser, as JSON. */
  options: any;
}

/** Request to continue a login with a passkey. */
export interface PasskeyLoginStart {
  /**
   * Value returned by the first step.
   * @maxLength 100
   */
  challenge: string;
}

/** Options for the browser to request a passkey. */
export interface PasskeyOptions {
  /** WebAuthn request options, JSON. */
  options: any;
}

/** Response to a new password. */
export interface PasswordChanged {
  message: string;
}

/** Link for choosing a password; it cannot be retrieved again. */
export interface PasswordLink {
  /**
   * URL with the token in its fragment, which browsers do not send to servers; null in a shop that sends e-mail,
   * where the member gets the link by e-mail.
   */
  url?: string | null;
  /** Expiry of the link, RFC 3339. */
  expires_at: string;
}

/** New password, set by a one-time link. */
export interface PasswordReset {
  /** Text after `#token=` in the link. */
  token: string;
  password: string;
  /** Repeated password. */
  confirm: string;
}

/** An order and the state of its payment. */
export interface PaymentCheck {
  /** The order, after the check. */
  data: Order;
  /** Whether the provider refused the last attempt; the order then waits for another one. */
  refused: boolean;
  /** Whether money arrived that does not count as paid; the order then waits for the shop's decision. */
  in_review: boolean;
}

/** Payment of an online order and its checks with the provider. */
export interface PaymentFacts {
  /** Number at the provider: the order's number, with a suffix after a lost answer. */
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
  /** Whether it was paid in the built-in sandbox, without money. */
  in_sandbox: boolean;
}

/** Facts about a payment from the provider, in a notification or in an answer; unknown fields are ignored. */
export interface PaymentNotification {
  /**
   * Number of the payment: the order's number, possibly with a suffix. Newer channels send the payment's key
   * instead.
   * @default ""
   */
  order_id?: string;
  /**
   * Status code as text: `200`, `201`, `202`, `407`, …
   * @default ""
   */
  status_code?: string;
  /**
   * Amount such as `154600.00`.
   * @default ""
   */
  gross_amount?: string;
  /**
   * Currency; a missing one counts as `IDR`.
   * @default null
   */
  currency?: string | null;
  /**
   * State of the payment: `pending`, `capture`, `settlement`, `deny`, `cancel`, `expire`, `failure`, `refund`, …
   * @default ""
   */
  transaction_status?: string;
  /**
   * Result of the fraud check: `accept`, `deny` or `challenge`; a missing one counts as `accept`.
   * @default null
   */
  fraud_status?: string | null;
  /**
   * Kind of payment, such as `bank_transfer`.
   * @default null
   */
  payment_type?: string | null;
  /**
   * Provider's key of the payment.
   * @default ""
   */
  transaction_id?: string;
  /**
   * Time of the payment, `yyyy-MM-dd HH:mm:ss`, GMT+7.
   * @default ""
   */
  transaction_time?: string;
  /**
   * Message for programmers.
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
   * Individual refunds of the payment.
   * @default []
   */
  refunds?: NoticedRefund[];
  /**
   * Additional facts: about a fee that the buyer pays.
   * @default null
   */
  metadata?: Metadata | null;
}

/** The payment page of an order. */
export interface PaymentPage {
  redirect_url: string;
}

/** Bonuses that are paid together. */
export interface Payout {
  id: PayoutId;
  period_id: PeriodId;
  period_name: string;
  /**
   * Name of the single member whose bonuses it holds, regardless of the minimum amount; null if it holds those of
   * all payable members.
   */
  only_member?: string | null;
  /** State of a payout. */
  state: PayoutState;
  /** Method of the tax calculation. */
  tax_method: TaxMethod;
  /** Percentage of each bonus as decimal text, if the tax is calculated that way; otherwise 0. */
  tax_percent: string;
  /** Month that the tax belongs to: the one in which the payout was prepared. */
  tax_month: Month;
  /**
   * Number of bonuses; like the sums, it excludes those that were taken out.
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
   * Number of bonuses taken out: left out before the approval, or with a failed transfer.
   * @format int64
   */
  removed_items: number;
  /**
   * Sum that would have been transferred for them, rupiah.
   * @format int64
   */
  removed_net_rp: number;
  prepared_by: string;
  prepared_at: string;
  /** Whether the caller prepared it, and so may not approve it. */
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
   * Number that increases with each change; an action states the version on which it is based.
   * @format int64
   */
  version: number;
}

/** Reason for cancelling a payout. */
export interface PayoutCancellation {
  /**
   * Text of up to 300 characters.
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

/** A transfer of a payout: all bonuses of one member in it. */
export interface PayoutItem {
  /**
   * Id of the item of its first bonus.
   * @format int64
   */
  id: number;
  member_uid: string;
  /** Name of the member when the payout was prepared; the bank account is of the same time. */
  member_name: string;
  bank: string;
  bank_account: string;
  /**
   * Number of bonuses.
   * @format int64
   */
  bonuses: number;
  /**
   * Number of these bonuses from earlier periods.
   * @format int64
   */
  carried: number;
  /** @format int64 */
  gross_rp: number;
  /** @format int64 */
  tax_rp: number;
  /** @format int64 */
  net_rp: number;
  /** Whether the member has a different bank account now. */
  is_account_changed: boolean;
  /**
   * Time of the member's last change of bank account, RFC 3339. Null unless it was in the 30 days before the payout
   * was prepared, or since then.
   */
  account_changed_at?: string | null;
  /**
   * Whether another transfer to the account has failed, and the member has neither changed nor confirmed the account
   * since.
   */
  is_account_failed: boolean;
  /** Whether the member is suspended now. */
  is_suspended: boolean;
  /** Reason why the transfer failed; null if it did not fail. */
  failure?: TransferFailure | null;
  /** Reason why the transfer was left out before the approval; null if it was not left out. */
  left_out_reason?: string | null;
  /** The bonuses, newest period first. */
  made_of: TransferredBonus[];
}

/** A page of a payout's transfers. */
export interface PayoutItems {
  items: PayoutItem[];
  next_cursor?: string | null;
}

/** A payout with the warnings of its page. */
export interface PayoutPage {
  /** Bonuses that are paid together. */
  payout: Payout;
  /**
   * Number of its members whose current bank account differs from the one in the payout, counted until it is paid.
   * @format int64
   */
  changed_accounts: number;
  /**
   * Number of its members suspended since it was prepared, counted until it is paid.
   * @format int64
   */
  suspended: number;
  /**
   * Number of transfers: one for each member, without those taken out.
   * @format int64
   */
  transfers: number;
  /**
   * Number of its bonuses from earlier periods.
   * @format int64
   */
  carried: number;
  /**
   * Number of transfers to an account that the member entered in the 30 days before the payout was prepared, or
   * since then.
   * @format int64
   */
  recent_accounts: number;
}

/** Contents that a payout of a period would have now. */
export interface PayoutPreview {
  period_id: PeriodId;
  period_name: string;
  /** The single member that the payout is for; null if it is for all payable members. */
  member_uid?: string | null;
  member_name?: string | null;
  /** Method of calculating the tax. */
  tax_method: TaxMethod;
  /** Percentage of each bonus as decimal text, if the tax is calculated that way; otherwise 0. */
  tax_percent: string;
  /** The month that the tax would belong to. */
  tax_month: Month;
  /**
   * Minimum sum of a member's bonuses before tax for a payout, rupiah; 0 for no minimum.
   * @format int64
   */
  least_rp: number;
  /**
   * Number of bonuses.
   * @format int64
   */
  items: number;
  /**
   * Number of these bonuses from earlier periods.
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
   * Number of bonuses that cannot be paid now, for example because their members are suspended, have no bank account
   * or a new one, have bonuses below the minimum amount, or have another payout of the month under way where these
   * are taxed together.
   * @format int64
   */
  left_out: number;
  /** @format int64 */
  left_out_rp: number;
}

/** Proof that a payout was transferred. */
export interface PayoutProof {
  /**
   * Picture uploaded into `proofs`, for the office only.
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

/** Version of a payout on which a step is based. */
export interface PayoutVersion {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** A page of the payouts, newest first. */
export interface Payouts {
  payouts: Payout[];
  next_cursor?: string | null;
}

/** Form for changing a period. */
export interface PeriodEdit {
  /**
   * Name of up to 100 characters, unique among the periods.
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

/** Form for a new period. */
export interface PeriodForm {
  /**
   * Name of up to 100 characters, unique among the periods.
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
  /** Whether its bonuses are calculated, so that nothing in it changes any longer. */
  is_calculated: boolean;
  /**
   * Own points.
   * @format int64
   */
  own_bv: number;
  /**
   * Own points and those of all below, as needs and bonuses count a group.
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
  /** Sales of the newest twelve periods, oldest first. */
  periods: SalesPeriod[];
}

/** A picture of a product. */
export interface Picture {
  /** @format int64 */
  id: number;
  /** Path of the picture below `/storage/`. */
  picture: string;
}

/** Product matching a file. */
export interface PictureMatch {
  /** The product; null if no code matches the file name. */
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
   * File names, up to 1,000, each with its extension and, if it has one, the path before it.
   * @maxItems 1000
   */
  names: string[];
}

/** A product to which pictures belong. */
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

/** A plan in which volume is earned. */
export interface Plan {
  /** @format int64 */
  id: number;
  name: string;
}

/** Points that the caller has earned in one plan in the period. */
export interface PlanBv {
  /** @format int64 */
  id_plan: number;
  name: string;
  /** @format int64 */
  total_bv: number;
}

/** Whether the choice between Plan A and Plan B matters. */
export interface PlanChoice {
  /**
   * Whether the choice can change bonuses: false if both the current and the newest version count the points of both
   * plans together.
   */
  matters: boolean;
}

/** A plan, and the version on which it is based. */
export interface PlanCreation {
  /** A compensation plan as a document. Percentages are decimal text, such as `12.5`. */
  plan: PlanDocument;
  /**
   * Key of the newest version, on which it is based; 0 if there is none.
   * @format int64
   * @min 0
   */
  after_id: number;
  /**
   * First period for which it is to be used, uncalculated and after all calculated periods; null for the next
   * calculation.
   */
  from_period?: PeriodId | null;
  /** Whether the caller acknowledges that it can pay more than its cap for a product. */
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
  /** Maximum sum of all bonuses of a period, in percent of its sales. */
  cap_percent: string;
  /**
   * Maximum bonus of one member for a period; null without such a cap.
   * @format int64
   */
  member_cap_rp?: number | null;
  /**
   * Boundary rank: holders of this rank or a higher one head a personal group of their own; null if a personal group
   * is the whole downline.
   */
  boundary_rank?: string | null;
  /**
   * Ranks, lowest first, 1 to 20; the first has no needs.
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
   * Number of edits, for optimistic locking: an edit sends the version that it was made on.
   * @format int64
   */
  version: number;
  changed_at: string;
  /** Name of the administrator who changed it last. */
  changed_by: string;
  /** Requested publication; null while no owner has requested it. */
  waiting?: Waiting | null;
}

/** Confirmation of a draft by another owner. */
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

/** New draft of a compensation plan. */
export interface PlanDraftCreation {
  /** Document of the plan, an object; it may be incomplete or wrong. */
  plan: object;
  /** Sales and members of the example for trying the plan, an object; they may be incomplete or wrong. */
  example?: object | null;
}

/** Edit of a draft. */
export interface PlanDraftForm {
  /** Document of the plan, an object; it may be incomplete or wrong. */
  plan: object;
  /** Sales and members of the example for trying the plan, an object; without it, the stored ones stay. */
  example?: object | null;
  /**
   * The version that was edited.
   * @format int64
   */
  version: number;
}

/** A draft with its document. */
export type PlanDraftPage = PlanDraft & {
  /** The document as typed; it may be incomplete or wrong. */
  plan: any;
  /** Sales and members of the example for trying the plan, as typed; null if none were stored. */
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
  /**
   * First period for which it is to be used, uncalculated and after all calculated periods; null for the next
   * calculation.
   */
  from_period?: PeriodId | null;
  /** Whether the caller acknowledges that it can pay more than its cap for a product. */
  acknowledges_worst_case?: boolean;
}

/** Result of publishing a draft: one of the two is null. */
export interface PlanDraftPublished {
  /** Version made from the draft, which is deleted; null if the draft waits. */
  published?: PlanVersion | null;
  /** The draft, which waits for another owner. */
  waiting?: PlanDraftPage | null;
}

/** A page of the drafts, the newest first. */
export interface PlanDrafts {
  drafts: PlanDraft[];
  next_cursor?: string | null;
}

/**
 * Limits that the plan sets less strictly than the newest version or the version in use: another owner has to confirm
 * that.
 */
export interface PlanLooserLimits {
  /** Lowest cap of these versions, percent of sales, decimal text; null if this plan's cap is not higher. */
  cap_percent?: string | null;
  /**
   * Lowest cap of these versions per member and period, rupiah; null if this plan does not pay more.
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
   * Total of the period's bonuses before the plan's own cap, after the caps of members.
   * @format int64
   */
  uncapped_rp: number;
  /**
   * Maximum total of these bonuses.
   * @format int64
   */
  cap_rp: number;
  /** Whether the total exceeds the maximum: another owner has to confirm that. */
  is_over: boolean;
}

/** Calculated periods under a plan. */
export interface PlanReplay {
  /** Periods in the order in which they were calculated. */
  periods: ReplayedPeriod[];
  /** Sums over all periods. */
  total: ReplayTotal;
}

/** A plan, and the calculated periods to replay under it. */
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
  /** Product for which the plan can pay the largest share; null while no product earns points. */
  worst_case?: PlanWorstCase | null;
  /** Bonuses that the plan would have paid in the newest calculated period; null while no period is calculated. */
  newest_period?: PlanOverCap | null;
  /** Limits that the plan loosens; null if it loosens none. */
  looser_limits?: PlanLooserLimits | null;
}

/** A template of a compensation plan. */
export interface PlanTemplate {
  /** Stable identifier of the template. */
  code: string;
  /** Kind of plan, in a sentence or two. */
  description: string;
  /** The document; its name is the template's name. */
  plan: PlanDocument;
}

/** A plan to be checked. */
export interface PlanToCheck {
  /** A compensation plan as a document. Percentages are decimal text, such as `12.5`. */
  plan: PlanDocument;
}

/** A version of the compensation plan. */
export interface PlanVersion {
  id: CompensationPlanId;
  created_at: string;
  /** The document, as it was published. */
  plan: PlanDocument;
  /** First period in which it is used; null if it is used from the next calculation after its publication. */
  from_period?: PeriodId | null;
  from_period_name?: string | null;
  /** Names of the periods that were calculated by it, newest first. */
  periods: string[];
  /** Whether the next calculation uses it. */
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

/** Product for which a plan can pay the largest share of the price. */
export interface PlanWorstCase {
  product_name: string;
  /** @format int64 */
  price_rp: number;
  /** @format int64 */
  points: number;
  /**
   * Maximum payment of all components together before any cap, percent of the price, decimal text rounded up to two
   * decimals; null if the product is free or the number is too large.
   */
  percent?: string | null;
  /** The plan's cap, percent of sales, decimal text. */
  cap_percent: string;
  /** Whether `percent` exceeds the cap: the publishing administrator has to acknowledge that. */
  is_over: boolean;
}

/** A picture of the popup as typed into the form. */
export type PopupForm = ShowingForm & {
  /**
   * Key of the voucher that the picture advertises.
   * @format int64
   * @min 1
   * @default 0
   */
  voucher_id?: number;
  /**
   * Name from `POST /api/admin/pictures`.
   * @maxLength 200
   * @default ""
   * @pattern ^popup-vouchers/[A-Za-z0-9_-][A-Za-z0-9_.-]*$
   */
  picture?: string;
  /**
   * Version on which the edit is based; ignored for a new popup.
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
  /** Path below `/storage/`; 4 wide by 5 high. */
  picture: string;
  /** The code of the voucher that it shows. */
  code: string;
}

/** Payout to prepare, with the figures that its preview showed. */
export interface PrepareRequest {
  /** A calculated period. */
  period_id: PeriodId;
  /**
   * Uid of the single member to pay, regardless of the minimum amount; without it, all payable members are paid.
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
   * Sum of these bonuses before tax, rupiah.
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

/** Settings of a product's price in addition to the price itself: promotion and retail price. */
export interface Pricing {
  /**
   * Price of one piece while the promotion runs, rupiah, less than the product's price; null for none.
   * @format int64
   */
  promo_rp?: number | null;
  /** Start of the promotion (included), RFC 3339; null if it has already begun. */
  promo_from?: string | null;
  /** End of the promotion (included), RFC 3339; null if it has no end. */
  promo_until?: string | null;
  /**
   * Retail price of one piece for non-members, rupiah, above the product's price; null if none is set.
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
  /** Payment method of an order. */
  payment_method: PaymentMethod;
  /** Payment state of an order. */
  payment_status: PaymentStatus;
  /** Shipment state of an order. */
  shipment_status: ShipmentStatus;
  /** Person who receives an order. */
  receiver: Receiver;
  /** Courier and service, such as `JNE - REG23`. */
  courier: string;
  resi?: string | null;
  /**
   * Cash that the courier collects from the receiver, rupiah; null if there is none to collect.
   * @format int64
   */
  cod_rp?: number | null;
  /**
   * Total of the order in rupiah, and the value-added tax in the goods' price; null if the shop was not a taxable
   * business when the order was placed.
   */
  taxed?: TaxedTotal | null;
  /**
   * Weight of the goods, grams, from the current data of the products.
   * @format int64
   */
  weight_gr: number;
  lines: PrintedLine[];
}

/** Data that the shop stores about its members. */
export interface Privacy {
  groups: KeptData[];
}

/** A problem as administrators see it. */
export interface ProblemFacts {
  /**
   * Key of the problem.
   * @format int64
   */
  id: number;
  /**
   * Kind of problem: `late_payment`, `partial_refund`, `chargeback`, `reversed`, `amount_mismatch`, `stray_payment`,
   * `double_payment` or `unclosed`.
   */
  kind: string;
  /**
   * Amount reported by the provider, rupiah.
   * @format int64
   */
  amount_rp: number;
  /** Explanation for administrators. */
  note: string;
  /** Time at which it was found, RFC 3339. */
  found_at: string;
  /** Time of the shop's next attempt to refund the money, RFC 3339; null if a person must act. */
  next_try_at?: string | null;
  /**
   * Number of the shop's attempts to refund the money so far.
   * @format int64
   */
  tries: number;
  /** Time of the solution, RFC 3339; null while the problem is open. */
  solved_at?: string | null;
  /** Action taken by the administrator who solved it; null if it is open, or solved without one. */
  solution?: string | null;
  /** Name of the administrator who solved it; null if it is open, or solved without one. */
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
   * Key of the category.
   * @format int64
   */
  category_id: number;
  /** Whether a variant must be chosen. */
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
  /** Whether each variant has its own pieces; otherwise all variants sell from the same pieces. */
  stock_by_variant: boolean;
  images: Picture[];
  augmented: Picture[];
};

/** Fields of a product that an administrator edits. */
export type ProductFields = Pricing &
  Schedule & {
    /** Name; unique among products. */
    name: string;
    /**
     * Key of the category.
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
    /** The shop's own number of the product, in capitals; empty for none. Unique among products. */
    sku: string;
    /** Barcode printed on a piece, for scanners; empty for none. Unique among products. */
    barcode: string;
    /** Storage location of its pieces in the warehouse; empty if not given. */
    shelf: string;
    /** Its variants, in order. */
    variants: VariantFields[];
    /** Whether stock is counted by variant; the product's stock is then the sum of its variants' stock. */
    by_variant: boolean;
    /** Pictures of the gallery below `/storage/`, in order; the first one is the main picture. */
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
   * Key of the category.
   * @format int64
   */
  category_id?: number | null;
  /**
   * Description, up to 5,000 characters, like the three fields that follow.
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
   * SKU (the shop's own number), up to 40 letters, digits and `-._/`; empty for none.
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
  /** Whether stock is counted by variant; the product's stock is then the sum of its variants' stock. */
  by_variant?: boolean;
  /**
   * Names of the gallery pictures, as the upload returned them, in order.
   * @maxItems 20
   */
  images?: string[];
  /**
   * Names of the pictures that show the product in use, as the upload returned them, in order.
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
  /** Path of the picture below `/storage/`; empty for none. */
  picture: string;
  category_name: string;
  /**
   * Price of one piece, rupiah.
   * @format int64
   */
  price_rp: number;
  /**
   * Price paid instead while a promotion runs, rupiah; null if no promotion runs.
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
  /** Status of a product and its stock. */
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
  /** Author's first name; the whole name if the account was erased. */
  user_name: string;
  /** Text of the shop's answer. */
  answer: string;
  /** Time of the current answer. */
  answered_at: string;
}

/** Parts of the profile form. */
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
   * Sex: `L` (male) or `P` (female).
   * @pattern ^[LP]$
   */
  jenis_kelamin: string;
  /**
   * Birth date.
   * @format date
   */
  tanggal_lahir: string;
  /** Current password; required if the bank account changes. */
  current_password?: string | null;
  /** Photo: JPEG, PNG or WebP, up to 2 MB. */
  profile_picture?: File | Blob | null;
}

/** Proof presented by a caller: either a code or a passkey response. */
export interface Proof {
  /**
   * Six digits shown by the app, or a recovery code.
   * @maxLength 40
   */
  code?: string | null;
  /** Passkey response of the browser, as JSON. */
  passkey?: any;
}

/** A question about a product. */
export interface Question {
  /** Product that the question is about. */
  product_id: ProductId;
  /**
   * 1 to 500 characters, not counting surrounding spaces.
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
   * Number of all answered questions about the product, regardless of the search.
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

/** Data from which the browser calculates the caller's rank card. */
export interface RankCard {
  /** Time of the data, RFC 3339. */
  as_of: string;
  /** The period that takes orders now; null while there is none. */
  period_id?: PeriodId | null;
  period_name?: string | null;
  /** Name of the compensation plan by which the period would be calculated; null while there is none. */
  plan_name?: string | null;
  /** Corner of the network around the caller; null while there is no period or no plan. */
  corner?: Corner | null;
  /** Heads of the legs of the corner, in their order. */
  legs: LegHead[];
}

/** A rank in a document. */
export interface RankDocument {
  /**
   * Unique name among the ranks.
   * @pattern ^[a-z0-9_]{1,24}$
   */
  code: string;
  /** Display name. */
  name: string;
  /** Time for which members hold the rank. */
  keeps: Keeps;
  /** Needs that must all be met. */
  needs: NeedDocument[];
}

/** Reason for an action on an account. */
export interface Reason {
  /**
   * Reason of up to 300 characters.
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
   * Pieces that cannot be sold again, 0 or more.
   * @format int64
   * @min 0
   */
  damaged: number;
}

/** A transfer that came to the shop's own account. */
export interface ReceivedTransfer {
  /**
   * Day in Jakarta on which the money arrived, `YYYY-MM-DD`; at most 90 days ago.
   * @pattern ^\d{4}-\d{2}-\d{2}$
   */
  paid_on: string;
  /**
   * Amount in rupiah; it must equal the order's total.
   * @format int64
   * @min 0
   */
  amount_rp: number;
  /**
   * Bank from which the money came.
   * @minLength 1
   * @maxLength 50
   * @pattern \S
   */
  bank: string;
  /**
   * Holder of the account from which the money came.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  sender: string;
  /**
   * Picture uploaded into `proofs`, for the office only.
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

/** Codes that replace a lost factor. */
export interface RecoveryCodes {
  /** Codes, each for one use; only this response contains them. */
  recovery_codes: string[];
}

/** The rule as administrators see it. */
export interface Recurrence {
  /** Rule in force; null while periods are created manually. */
  rule?: Rule | null;
  /** Time during which the shop can take orders. */
  order_window: OrderWindow;
  /**
   * Version that an edit refers to; 0 before the first edit.
   * @format int64
   */
  version: number;
}

/** The rule as typed. */
export interface RecurrenceEdit {
  /** New rule; null stops the automatic opening, and existing periods stay. */
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
   * Reason, 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
  /** Whether to refund manually, although the order was paid at the provider. */
  manual?: boolean;
}

/** Approval of a manual refund, in the version that was read. */
export interface RefundApproval {
  /**
   * Version of the manual refund that was read.
   * @format int64
   */
  version: number;
}

/** Parts of the registration form. */
export interface Registration {
  /**
   * Full name.
   * @minLength 1
   * @maxLength 100
   * @pattern \S
   */
  name: string;
  /**
   * E-mail address, which is the account's login name.
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
   * Repetition of the password.
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
   * Sex: `L` (male) or `P` (female); empty means `L`, unless the shop asks for it later.
   * @pattern ^[LP]?$
   */
  jenis_kelamin?: string | null;
  /**
   * Birth date.
   * @format date
   */
  tanggal_lahir: string;
  /** Uid of the leader; none if it is empty. */
  leader_id?: string | null;
  /**
   * Key of a plan; the first plan if it is missing.
   * @pattern ^\d{0,9}$
   */
  id_plan?: string | null;
  /**
   * Version of the code of ethics that was shown with the form; the current version if it is missing.
   * @pattern ^\d{0,9}$
   */
  code_of_ethics_version?: string | null;
  /**
   * Version of the terms that was shown with the form; the current version if it is missing.
   * @pattern ^\d{0,9}$
   */
  terms_version?: string | null;
  /** Photo: JPEG, PNG or WebP, up to 2 MB. */
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

/** Sums over all periods. */
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
  /** Code of the component. */
  component: string;
  /**
   * Name of the component in the plan; if the plan lacks this code, the name in the plan by which the period was
   * paid.
   */
  name: string;
  /**
   * Amount paid; 0 where the plan of that time has no component with this code.
   * @format int64
   */
  paid_rp: number;
  /**
   * Amount under the plan; 0 where the plan has no component with this code.
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
   * Amount paid to the member.
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

/** A calculated period, and its result under the plan. */
export interface ReplayedPeriod {
  period_id: PeriodId;
  period_name: string;
  /** @format int64 */
  sales_rp: number;
  /**
   * Sum of the paid bonuses.
   * @format int64
   */
  paid_rp: number;
  /**
   * Paid bonuses in percent of the sales, with two decimals.
   * @format double
   */
  paid_percent: number;
  /**
   * Sum of the bonuses that the plan would have paid.
   * @format int64
   */
  bonus_rp: number;
  /**
   * Bonuses under the plan in percent of the sales, with two decimals.
   * @format double
   */
  bonus_percent: number;
  /**
   * Sum of the bonuses under the plan, after the caps of members but before the cap of the plan.
   * @format int64
   */
  uncapped_rp: number;
  /**
   * Cap of the plan: maximum sum of the bonuses.
   * @format int64
   */
  cap_rp: number;
  /** Whether the cap would have scaled them down. */
  is_over_cap: boolean;
  /**
   * Bonuses under the plan less the paid ones: exactly the sum of all members' differences.
   * @format int64
   */
  difference_rp: number;
  /**
   * Components in the order of the plan, then those that only the plan of that time has. Each column sums exactly to
   * the bonuses.
   */
  components: ReplayedComponent[];
  /** Ranks in the order of the plan, lowest first. */
  ranks: ReplayedRank[];
  /** Members with the hundred largest gains, largest first. */
  gains: ReplayedMember[];
  /** Members with the hundred largest losses, largest first. */
  losses: ReplayedMember[];
  /** Everyone else who would have been paid more or less. */
  others: ReplayedOthers;
}

/** Number of members who hold a rank under the plan. */
export interface ReplayedRank {
  /** Code of the rank. */
  rank: string;
  name: string;
  /**
   * Number of members who hold the rank; for the lowest rank only those with points of their own or below them.
   * @format int64
   */
  members: number;
}

/** Correction of a tracking number. */
export interface Resi {
  /**
   * Tracking number, 3 to 64 letters, digits or hyphens.
   * @pattern ^\s*[A-Za-z0-9-]{3,64}\s*$
   */
  resi: string;
  /**
   * Courier's service that carries the parcel; unchanged if left out.
   * @maxLength 60
   */
  courier?: string | null;
  /** Tracking number to be replaced, as the caller has read it; 409 if it has changed since. */
  was: string;
}

/** Answer to a step of a return. */
export interface ReturnAnswer {
  /** Message to show. */
  message: string;
  /** The return after the step. */
  data: MemberReturn;
}

/** Deadline for requesting a return of one kind. */
export interface ReturnDeadline {
  /** Kind of return that a member requests. */
  kind: ReturnKind;
  /** Last time at which the return can be requested, RFC 3339. */
  until: string;
}

/** A return with all facts that its member may know. */
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
  /** URL paths of its pictures, `/api/return-pictures/{id}`; only its member and administrators may read them. */
  pictures: string[];
  /** Returned lines. */
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
  /** Whether the shop keeps the shipping cost because the member changed their mind. */
  keeps_shipping: boolean;
  /**
   * Amount of a buy-back that the shop keeps, rupiah.
   * @format int64
   */
  deduction_rp: number;
  /**
   * Amount of the refund, rupiah: for the requested goods until they are received, then for the received ones.
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

/** Parts of the form of a return request. */
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
   * Text of up to 500 characters; needed for the reason `other`.
   * @maxLength 500
   */
  note?: string | null;
  /** Pieces to be returned, as JSON: `[{"line_id", "quantity"}]`. */
  lines: string;
  /** Pictures, at most 5; JPEG, PNG or WebP, up to 2 MB each. */
  pictures?: string[] | null;
}

/** @format int64 */
export type ReturnId = number;

/** A line of a return. */
export interface ReturnLine {
  /**
   * Key of the order line.
   * @format int64
   */
  line_id: number;
  /** Name of the product at the time of purchase. */
  name: string;
  /** Name of the variant, if the product has variants. */
  variant?: string | null;
  /** Path below `/storage/`. */
  picture: string;
  /**
   * Requested pieces.
   * @format int64
   */
  quantity: number;
  /**
   * Received pieces that can be sold again; null until they are received.
   * @format int64
   */
  saleable?: number | null;
  /**
   * Received pieces that cannot be sold again; null until they are received.
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
  /** Name of the administrator who took the step, if any; only for administrators. */
  staff_name?: string;
}

/** Pieces of a line of the order to be returned. */
export interface ReturnPieces {
  /** @format int64 */
  line_id: number;
  /**
   * Number of pieces, 1 or more.
   * @format int64
   * @min 1
   */
  quantity: number;
}

/** Goods to be returned. */
export interface ReturnQuestion {
  /** Kind of return that a member requests. */
  kind: ReturnKind;
  /** Reason, if one is given: for a change of mind the shop may keep the shipping cost. */
  reason?: ReturnReason | null;
  /**
   * 1 to 200 lines of the order, each once.
   * @maxItems 200
   * @minItems 1
   */
  lines: ReturnPieces[];
}

/** Value of a returned part of an order. */
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
   * Their share of the shipping cost, rupiah.
   * @format int64
   */
  shipping_rp: number;
  /** Whether the shop keeps the shipping cost because of a change of mind. */
  keeps_shipping: boolean;
  /**
   * Amount that the shop deducts for a buy-back, rupiah.
   * @format int64
   */
  deduction_rp: number;
  /**
   * Amount refunded, rupiah.
   * @format int64
   */
  refund_rp: number;
  /**
   * Points that the return takes back.
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
   * Reason of 1 to 300 characters, which the member reads.
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
  /** Account number; only administrators who may transfer money see more than its last three digits. */
  bank_account: string;
  account_name: string;
  /** Name of the administrator who prepared the transfer. */
  prepared_by: string;
  /** Whether the caller prepared it: then another administrator has to approve it. */
  prepared_by_you: boolean;
  /** Time at which the transfer was prepared, RFC 3339. */
  prepared_at: string;
  /** Bank's reference of the transfer; null until it is approved. */
  reference?: string | null;
}

/** Version of a return on which a step is based. */
export interface ReturnVersion {
  /**
   * The version that was read.
   * @format int64
   */
  version: number;
}

/** Line of an order, with the number of pieces that can be returned. */
export interface ReturnableLine {
  /** @format int64 */
  line_id: number;
  product_id: ProductId;
  name: string;
  variant?: string | null;
  /** Path below `/storage/`. */
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
   * Pieces for which a return can still be requested.
   * @format int64
   */
  open: number;
}

/** Member who requested the return. */
export interface Returner {
  uid: string;
  name: string;
}

/** A review. */
export interface Review {
  /** @format int64 */
  id: number;
  /** Author of the review; null unless it is the caller. */
  user_id?: MemberId | null;
  product_id: ProductId;
  /** Number of the order that contained the product; null unless it is the caller's. */
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
  /** Time of the current answer. */
  answered_at?: string | null;
  /** Author's first name; the whole name if the caller wrote the review or the account was erased. */
  user_name: string;
  /** Author's profile picture, a file below `/uploads/profile/`; null for none. */
  user_picture?: string | null;
}

/** The reviews of a product. */
export interface Reviews {
  success: boolean;
  data: Review[];
  /**
   * Average of all reviews, 0 to 5.
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

/** New role for an administrator. */
export interface RoleChange {
  /** New role; `member` removes all rights of an administrator. */
  role: Role;
  /** Role that the form showed, by which a concurrent change is detected. */
  role_before: Role;
}

/** Product created or changed by a row. */
export interface RowChange {
  /**
   * Line in the file, from 1.
   * @format int64
   * @min 0
   */
  line: number;
  /** Key of the product; null for a new one. */
  id?: ProductId | null;
  /** Its name after the import. */
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
  /** Name of the column in the shop; empty for an error of the whole row. */
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
   * Day on which a period begins: 1 (Monday) to 7 of a week, 1 to 28 of a month.
   * @format int32
   * @min 1
   * @max 28
   */
  starts_day: number;
  /**
   * Pattern of their names: `{bulan}` and `{tahun}` are month and year of a period's last day, `{mulai}` and
   * `{selesai}` its first and last day.
   * @minLength 1
   * @maxLength 100
   * @pattern \{(bulan|tahun|mulai|selesai)\}
   */
  name_pattern: string;
}

/** Sales, day by day. */
export interface Sales {
  /** Sales of every requested day, oldest first. */
  days: SalesDay[];
}

/** Sales of a day. */
export interface SalesDay {
  /** Day in Jakarta, `YYYY-MM-DD`. */
  date: string;
  /**
   * Number of orders that began to count as paid: paid online, or in cash that the shop has received.
   * @format int64
   */
  orders: number;
  /**
   * Product value after discount, less refunds of that day, rupiah.
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
   * Number of orders that began to count as paid.
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

/** Sales of a range of days. */
export interface SalesReport {
  /** Rows, largest sales first, but hours in their order; at most 200. */
  rows: SalesRow[];
  /**
   * Total number of rows, including those beyond 200.
   * @min 0
   */
  count: number;
  /** Total of all rows. An order of several products counts once in each of its rows. */
  total: Sold;
  /** Total of the preceding range of equal length. */
  before: Sold;
}

/** Sales figures of one product, buyer, place or other key. */
export interface SalesRow {
  /**
   * Key: id of a product or category, uid of a member, code of a voucher, hour from 0, otherwise the name; empty for
   * sales without a voucher.
   */
  key: string;
  /** Name of the key; empty for sales without a voucher. */
  name: string;
  /** Sales figures. */
  sold: Sold;
  /** The same figures for the preceding range of equal length. */
  before: Sold;
}

/** Amount before a cap, and the cap to which it was scaled down; each line is multiplied by `to_rp` / `from_rp`. */
export interface Scale {
  /** @format int64 */
  from_rp: number;
  /** @format int64 */
  to_rp: number;
}

/** Times at which a product automatically enters the shop and leaves it. */
export interface Schedule {
  /** Time at which it enters the shop, RFC 3339; null for never, and for a product already there. */
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

/** A product that was chosen for checkout. */
export interface SelectedLine {
  /** The cart line from which it was chosen, if any. */
  id?: CartLineId | null;
  product_id: ProductId;
  /** Name of the variant, for a product with variants. */
  variant?: string | null;
  /**
   * Pieces, 1 or more.
   * @format int64
   * @min 1
   */
  quantity: number;
}

/** A chosen product with its current data. */
export type SelectedProduct = SelectedLine & {
  name: string;
  /** Path below `/storage/`. */
  picture: string;
  /**
   * Price paid for one piece, rupiah.
   * @format int64
   */
  harga: number;
  /**
   * Price struck through by a promotion, rupiah.
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

/** Seller of the goods, who also withholds tax, as named on papers. */
export interface Seller {
  /** Name of the legal entity, or of the shop if its owner has named none. */
  name: string;
  /** Postal address. */
  address: string;
  /** Tax number, 15 or 16 digits; empty if the shop has none set. */
  tax_number: string;
}

/** Sender of the parcels. */
export interface Sender {
  name: string;
  /** Phone number; empty if the shop has not set it. */
  phone: string;
  /** Postal address; empty if the shop has not set it. */
  address: string;
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
  /** Courier's tracking number of the order's parcel; null if it has none. */
  resi?: string | null;
  receiver_name: string;
  /**
   * Cash collected by the courier, rupiah: equals the order's total.
   * @format int64
   */
  amount_rp: number;
  /**
   * Part of the cash retained by the courier, rupiah; 0 if the report names none.
   * @format int64
   */
  fee_rp: number;
}

/** Result of importing a courier's report of collected cash. */
export interface SettlementAnswer {
  /** Whether the report was applied; false for a preview, which changes nothing. */
  applied: boolean;
  /**
   * Number of orders that the report pays.
   * @min 0
   */
  orders: number;
  /**
   * Amount paid by the buyers of these orders, rupiah.
   * @format int64
   */
  amount_rp: number;
  /**
   * Part of that amount retained by the courier, rupiah.
   * @format int64
   */
  fee_rp: number;
  /**
   * Number of mistakes in all rows; a row with a mistake is never applied.
   * @min 0
   */
  mistakes: number;
  /** The first 200 mistakes, by line. */
  errors: RowError[];
  /** The first 200 rows that pay an order, by line. */
  rows: SettledRow[];
  /** Columns that are not read. */
  ignored_columns: string[];
  /** Digest of the effects, to be sent with the file to apply the report. */
  digest: string;
}

/** The part of a multipart upload. */
export interface SettlementUpload {
  /** CSV, up to 1 MB and 1,000 rows. */
  file: File | Blob;
}

/** Steps to set up a shop, in the order in which they are done. */
export interface Setup {
  /** Whether all required steps are done. */
  ready: boolean;
  /** Time when the shop was opened; null while it is closed. */
  opened_at?: string | null;
  steps: SetupStep[];
  /** Time of the payment provider's last test of its notification address, RFC 3339; null if it never made one. */
  payment_notice_tested_at?: string | null;
  /** Texts that are not published yet. */
  drafts: DraftText[];
  /** Numbers of the trial orders that are not deleted yet, newest first; at most 20. */
  trials: string[];
}

/** Whether a step is done. */
export interface SetupStep {
  /** A step of setting up a shop. */
  step: SetupTask;
  done: boolean;
  /** Whether the shop cannot open without it. */
  required: boolean;
}

/** Shares of a pool. */
export interface Shares {
  /**
   * Shares of the member.
   * @format int64
   */
  own: number;
  /**
   * Shares of all members, including this one.
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
   * Courier's service that carries the parcel, such as `JNE - REG23`; if left out, the one chosen by the buyer.
   * @maxLength 60
   */
  courier?: string | null;
}

/** Form for the shipping options. */
export interface ShippingForm {
  /**
   * The ids of couriers that are not offered.
   * @maxItems 7
   */
  couriers_off: string[];
  /**
   * Working days until a parcel is handed to its courier; they are added to the courier's delivery time.
   * @format int64
   * @min 0
   * @max 30
   */
  packing_days: number;
  /** Whether payment on delivery is offered. */
  cod: boolean;
  /**
   * Maximum total of a COD order, rupiah; 0 for no limit.
   * @format int64
   * @min 0
   * @max 1000000000
   */
  cod_most_rp: number;
  /**
   * Cities, regencies and provinces with COD; everywhere, if there are none.
   * @maxItems 100
   */
  cod_places: string[];
  /**
   * Minimum value of the goods, before any voucher, for free shipping, rupiah; 0: never free.
   * @format int64
   * @min 0
   * @max 1000000000
   */
  free_from_rp: number;
  /**
   * Maximum shipping cost that the shop pays, rupiah; 0 for no limit.
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
   * Own ways: delivery by the shop itself, and pick-up.
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
  /** Whether the couriers could be reached; if not, only the shop's own delivery and pick-up are offered. */
  couriers_reached: boolean;
}

/** A way to ship a parcel, with its price. */
export interface ShippingOption {
  /** Id of the courier. */
  shipping_name: string;
  /** The courier's service. */
  service_name: string;
  /**
   * Price of the whole parcel, rupiah.
   * @format int64
   */
  shipping_cost: number;
  /** Working days, such as `2-3`; empty if unknown. */
  etd: string;
  /** Whether the service does not offer cash on delivery; left out if it does. */
  no_cod?: boolean;
}

/** The ways to ship a parcel. */
export interface ShippingOptionList {
  success: boolean;
  shipping_options: Offer[];
  /** Cash on delivery at a place: whether it is offered, and its limit. */
  cod: CashOnDelivery;
  /** Whether the couriers could be reached; if not, only the shop's own delivery and pick-up are offered. */
  couriers_reached: boolean;
  /** Threshold and limit of free shipping; null if the shop never pays for shipping to this place. */
  free_shipping?: FreeShipping | null;
}

/** Shop's reason for cancelling an order. */
export interface ShopCancel {
  /**
   * Reason, 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  reason: string;
}

/** Time span of a view of an account by the shop. */
export interface ShopView {
  /** Start of the view, RFC 3339. */
  begun_at: string;
  /** End of the view, RFC 3339; the latest possible end if it was not ended earlier. */
  until: string;
}

/** Display period, as typed into a form. */
export interface ShowingForm {
  /**
   * Start, inclusive, RFC 3339; null or empty if there is no start.
   * @default null
   */
  starts_at?: string | null;
  /**
   * End, inclusive, RFC 3339, after the start; null or empty if there is no end.
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
  /** Colour of links and buttons, `#rrggbb`. */
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
  /** Whether `brand` differs from the accent, because the accent itself would be hard to read. */
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
   * Number of points; for a pool the points of all members.
   * @format int64
   */
  points: number;
}

/** Sales figures. */
export interface Sold {
  /**
   * Orders counted as paid.
   * @format int64
   */
  orders: number;
  /**
   * Pieces; 0 unless grouped by product or category.
   * @format int64
   */
  pieces: number;
  /**
   * Sales, rupiah.
   *
   * By product or category: price of the sold goods, before discount and later refunds. Otherwise: value of the
   * goods after discount, less refunds in these days, as on the dashboard.
   * @format int64
   */
  sales_rp: number;
  /**
   * Points, counted like the sales.
   * @format int64
   */
  bv: number;
}

/** Amounts that an order added to a figure, or that a refund subtracted. */
export interface SoldOrder {
  order_id: string;
  /** Time when the order, or its refund, was counted, RFC 3339. */
  at: string;
  /** Buyer's uid. */
  uid: string;
  name: string;
  /**
   * Pieces; 0 unless grouped by product or category.
   * @format int64
   */
  pieces: number;
  /**
   * Sales, rupiah, counted as in the report; below 0 for a refund.
   * @format int64
   */
  sales_rp: number;
  /**
   * Points, counted as in the report.
   * @format int64
   */
  bv: number;
}

/** The orders behind a figure. */
export interface SoldOrders {
  /** Name of the key; empty for sales without a voucher, and for a key without any sales. */
  name: string;
  /** Orders, newest first; at most 200. */
  orders: SoldOrder[];
  /** Whether there are more orders. */
  more: boolean;
  /** Total of all orders: the figure of the report. */
  total: Sold;
}

/** Note on the action taken to solve a payment problem. */
export interface Solution {
  /**
   * Action taken, 1 to 300 characters.
   * @minLength 1
   * @maxLength 300
   * @pattern \S
   */
  note: string;
}

/** A change of a product's stock. */
export interface StockForm {
  /** Key of the variant, for a product whose stock is counted by variant. */
  variant_id?: VariantId | null;
  /** Kind of a manual stock change. */
  kind: StockChangeKind;
  /**
   * Pieces received, 1 or more; for `adjusted`, the difference from the stock books, negative for fewer.
   * @format int64
   * @min -1000000
   * @max 1000000
   */
  quantity?: number | null;
  /**
   * Number of counted pieces, sent instead of `quantity`; only for `adjusted`.
   * @format int64
   * @min 0
   * @max 1000000
   */
  counted?: number | null;
  /**
   * Stock in the stock books at the time of the count; required with `counted`. If the stock has changed since, for
   * example by a sale, the count is refused.
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
   * Idempotency key: repeated requests with it change stock only once. 16 to 64 letters, digits, `-` or `_`.
   * @pattern ^[A-Za-z0-9_-]{16,64}$
   */
  token?: string | null;
}

/** A product with its remaining stock, and how long that lasts. */
export interface StockLeft {
  product_id: ProductId;
  name: string;
  /** Stock keeping unit; empty if the product has none. */
  sku: string;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /**
   * Pieces of orders counted as paid in the last 30 days.
   * @format int64
   */
  sold: number;
  /**
   * Whole days until the product is sold out at that pace; null if nothing was sold.
   * @format int64
   */
  days_left?: number | null;
}

/** A stock movement as the stock books show it. */
export interface StockMovement {
  /** @format int64 */
  id: number;
  /** Time of the movement, RFC 3339. */
  at: string;
  product_id: ProductId;
  product_name: string;
  /** Name of the variant, if stock is counted by variant. */
  variant?: string | null;
  /** Kind of a stock movement. */
  kind: MovementKind;
  /**
   * Pieces, negative if they left the stock.
   * @format int64
   */
  quantity: number;
  /** Number of the order that took or returned the pieces. */
  order_id?: string | null;
  /** Reason for the movement, if a person gave one. */
  reason?: string | null;
  /** Name of the person who made the movement, if any. */
  member_name?: string | null;
}

/** Movements of stock, newest first. */
export interface StockMovements {
  movements: StockMovement[];
  next_cursor?: string | null;
}

/** Current stock of a product. */
export interface StockNow {
  id: ProductId;
  name: string;
  /**
   * Pieces in stock.
   * @format int64
   */
  stock: number;
  /**
   * Pieces in stock of the requested variant; null if none was requested.
   * @format int64
   */
  variant_stock?: number | null;
}

/** Report on how long stock lasts. */
export interface StockReport {
  /** Products, those that sell out soonest first, then those without sales; at most 200. */
  rows: StockLeft[];
  /**
   * Total number of rows, including those beyond 200.
   * @min 0
   */
  count: number;
}

/** A browser's subscription, in the format of its `PushSubscription`. */
export interface SubscriptionForm {
  /**
   * URL of the browser's push service, https.
   * @maxLength 1000
   */
  endpoint: string;
  /** Keys of a browser for encrypting its notifications, as the browser reports them. */
  keys: SubscriptionKeys;
}

/** Keys of a browser for encrypting its notifications, as the browser reports them. */
export interface SubscriptionKeys {
  /** Public key of the browser, base64url. */
  p256dh: string;
  /** Secret shared by browser and shop, 16 bytes, base64url. */
  auth: string;
}

/** Tags, in alphabetical order. */
export interface Tags {
  /** Tags in lower case. */
  tags: string[];
}

/** Request to add tags to an object, and to remove tags from it. */
export interface TagsForm {
  /**
   * Tags of up to 30 characters each.
   * @maxItems 10
   */
  add?: string[];
  /** @maxItems 10 */
  remove?: string[];
}

/** Tax withheld in a month. */
export interface TaxMonth {
  /** Month, `YYYY-MM`. */
  month: Month;
  /**
   * Number of members who were paid; each has a slip.
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
   * Number of these members without a valid tax number; the file for the tax office excludes them.
   * @format int64
   */
  without_number: number;
  /**
   * Number of the month's payouts that are neither paid nor cancelled.
   * @format int64
   */
  underway: number;
  /** Whether the slips are final: the month is over, and no payout of it is under way. */
  is_final: boolean;
  /** Whether the shop has entered its own tax number. */
  has_shop_number: boolean;
}

/** A month in which bonuses were paid. */
export interface TaxMonthLine {
  /** Month, `YYYY-MM`. */
  month: Month;
  /**
   * Number of paid payouts, without those whose transfers all failed.
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
  /** The current month. */
  now: Month;
  months: TaxMonthLine[];
}

/** A member's tax number. */
export interface TaxNumber {
  /** Tax number of 15 or 16 digits; empty if there is none. */
  number: string;
  /** State, as known to the shop. */
  state: TaxNumberState;
}

/** Tax number as typed. */
export interface TaxNumberForm {
  /**
   * 15 or 16 digits, with blanks, dots and hyphens between them; empty to remove the number.
   * @maxLength 40
   */
  number: string;
}

/** A rule of income tax as typed. */
export interface TaxRuleForm {
  /**
   * First month in which the rule applies, `YYYY-MM`: the current month or a later one.
   * @default ""
   * @pattern ^\d{4}-\d{2}$
   */
  from_month?: string;
  /**
   * Taxable part of an income, percent: 0 to 100, up to two decimals.
   * @default ""
   * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
   */
  base_percent?: string;
  /**
   * Surcharge on the tax of members without a valid tax number, percent: 0 to 100, up to two decimals.
   * @default ""
   * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
   */
  surcharge_percent?: string;
  /**
   * Layers, 1 to 20, lowest first; the first begins at 0 rupiah.
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
   * Lower bound of the taxable amount, rupiah; 0 for the first.
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
  /** First month in which it applies, `YYYY-MM`. */
  from_month: Month;
  /** Taxable part of an income, percent, decimal text. */
  base_percent: string;
  /** Surcharge on the tax that is withheld without a valid tax number, percent, decimal text. */
  surcharge_percent: string;
  /** Layers of the taxable amount, lowest first. */
  layers: TaxRuleLayer[];
  /** Whether it applies this month. */
  is_current: boolean;
  /** Whether the first month of the rule is still ahead, so that the rule can be removed. */
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
  /** Number such as `PPH21-202611-000123`. */
  number: string;
  /** The month, `YYYY-MM`. */
  month: Month;
  /** Shop that withheld the tax. */
  shop_name: string;
  shop_address: string;
  /** Tax number of the shop, 15 or 16 digits; empty if the shop has entered none. */
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
   * Taxable part of that amount, rupiah.
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
  /** Whether the slip is final: the month is over, and no payout of it is under way. */
  is_final: boolean;
  /** Bonuses that the slip is made of; their amounts add up exactly to those of the slip. */
  bonuses: TaxSlipBonus[];
}

/** A bonus on a tax slip. */
export interface TaxSlipBonus {
  /** BV period of the bonus. */
  period_name: string;
  /**
   * Amount before tax, rupiah.
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
  /** Number such as `PPH21-202611-000123`. */
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
  /** Slips, newest month first. */
  slips: TaxSlipLine[];
}

/** Total and tax of an order of a taxable business. */
export interface TaxedTotal {
  /**
   * Total with shipping, rupiah.
   * @format int64
   */
  total_rp: number;
  /**
   * Value-added tax in the price of its goods, rupiah.
   * @format int64
   */
  vat_rp: number;
}

/** The promotion, the retail price and the scheduled times of a product as a form sends them. */
export interface TermsForm {
  /**
   * Price of one piece while the promotion runs, rupiah, less than the price; null for none.
   * @format int64
   * @min 1
   * @max 1000000000
   */
  promo_rp?: number | null;
  /** Start of the promotion, RFC 3339; null if it has already begun. */
  promo_from?: string | null;
  /** End of the promotion, RFC 3339; null if it has no end. */
  promo_until?: string | null;
  /**
   * Retail price of one piece for non-members, rupiah, above the price; null if none is set.
   * @format int64
   * @min 1
   * @max 1000000000
   */
  retail_rp?: number | null;
  /** Time at which a draft or an archived product enters the shop, RFC 3339; null for never. */
  publish_at?: string | null;
  /** Time at which the product leaves the shop, RFC 3339; null for never. */
  withdraw_at?: string | null;
}

/** Edit of a text. */
export interface TextForm {
  /**
   * Subject, up to 150 characters.
   * @maxLength 150
   * @default ""
   */
  subject?: string;
  /**
   * Body, up to 4,000 characters; if it is empty, the built-in text is restored.
   * @maxLength 4000
   * @default ""
   */
  body?: string;
  /**
   * Version that the edit is based on.
   * @format int64
   * @default 0
   */
  version?: number;
}

/** Placeholder that texts of a kind may contain. */
export interface TextPlaceholder {
  /** Name between the braces. */
  name: string;
  /** Example of the value. */
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
   * COD orders that wait for the shop's approval.
   * @format int64
   */
  held?: number | null;
  /**
   * Packed orders that no courier has yet.
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
   * Orders with an open payment problem.
   * @format int64
   */
  payment_problems?: number | null;
  /**
   * Orders whose manual refund waits for another administrator's approval.
   * @format int64
   */
  refunds_prepared?: number | null;
  /**
   * Returns that wait for a decision.
   * @format int64
   */
  returns_asked?: number | null;
  /**
   * Returns whose goods have arrived, and which wait for their refund or for new goods.
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
   * Highest stock, in pieces, at which a product counts as low.
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
   * Compensation plans that another owner wants to publish, and which wait for the caller's approval.
   * @format int64
   */
  plans_to_confirm?: number | null;
  /**
   * Different faults of pages reported by browsers within 7 days, for the owner.
   * @format int64
   */
  page_faults?: number | null;
  /** Time for which the shop can take orders; shown to every role, because no one can buy without a period. */
  order_window: OrderWindow;
}

/** Tracking of a parcel. */
export interface Tracking {
  resi: string;
  /** Shipping method, such as `JNE - REG23`. */
  shipping_method: string;
  /** Latest status; empty if there is none. */
  last_status: string;
  /** Tracking events, newest first; empty while the courier does not know the parcel. */
  history: Event[];
}

/** Wrapper of the tracking: clients read `data`. */
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
  /** Day in Jakarta on which it was received, `YYYY-MM-DD`. */
  paid_on: string;
  /**
   * Amount received, rupiah.
   * @format int64
   */
  amount_rp: number;
  /** The bank that it came from. */
  bank: string;
  /** Holder of the account it came from. */
  sender: string;
  /** Picture that proves the transfer, for finance; null if its member was erased. */
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
   * Account number, 5 to 30 digits.
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
   * Amount before tax, rupiah.
   * @format int64
   */
  gross_rp: number;
}

/** The part of a multipart upload. */
export interface Upload {
  /** JPEG, PNG or WebP, up to 12 MB. */
  picture: File | Blob;
}

/** A stored picture. */
export interface Uploaded {
  /** Path below `/storage/`, by which forms refer to the picture. */
  picture: string;
  /**
   * Width in pixels.
   * @format int32
   * @min 0
   */
  width: number;
  /**
   * Height in pixels.
   * @format int32
   * @min 0
   */
  height: number;
}

/** Member's own account data. */
export interface User {
  /** Key. */
  id: MemberId;
  /** Number by which others know the member, such as `KS12345678`. */
  uid: string;
  /** Full name. */
  name: string;
  /** E-mail address. */
  email: string;
  /** Mobile number, `08…`. */
  no_hp: string;
  /** Postal address. */
  alamat: string;
  /** Bank for the member's bonuses. */
  bank: string;
  /** Account number. */
  rekening_bank: string;
  /** Gender: `L` (male) or `P` (female). */
  jenis_kelamin: string;
  /** Birth date, `YYYY-MM-DD`. */
  tanggal_lahir: string;
  /**
   * Key of the plan chosen at registration: 1 for Plan A, 2 for Plan B.
   * @format int64
   */
  id_plan: number;
  /** File name of the profile picture below `/uploads/profile/`; null without a picture. */
  profile_picture?: string | null;
  /** Uid of the member's leader; null at the top of the network. */
  leader_id?: string | null;
  /**
   * Own business volume in all periods, in points.
   * @format int64
   */
  BV: number;
  /** Permissions of the account. */
  role: Role;
  /** Whether the role requires a second factor that the account lacks; the office stays closed until one is added. */
  needs_factor: boolean;
  /**
   * Time from which an administrator may approve outgoing money, RFC 3339; null if already allowed, and for other
   * members.
   */
  approves_from?: string | null;
  /** Whether the e-mail address is proven; until then payouts and inviting others wait. */
  email_verified: boolean;
  /**
   * Whether the member has yet to accept the code of ethics or the terms in force; false for administrators, who act
   * for the shop.
   */
  agreements_asked: boolean;
}

/** A variant of a product, with the values that apply to it: its own, or the product's. */
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
   * Pieces in stock: its own, or those of all variants together if the shop counts them together.
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

/** Fields of a variant that an administrator edits; the product's values apply to omitted fields. */
export interface VariantFields {
  /** Key; null for a new one. */
  id?: VariantId | null;
  /** Name; no two variants of a product have the same name. */
  name: string;
  /**
   * Price of one piece, rupiah; null to use the product's.
   * @format int64
   */
  price_rp?: number | null;
  /**
   * Business volume of one piece, points; null to use the product's.
   * @format int64
   */
  bv?: number | null;
  /**
   * Shipping weight of one piece, grams; null to use the product's.
   * @format int64
   */
  weight_gr?: number | null;
  /** SKU (the shop's own number), in capitals; empty to use the product's. */
  sku: string;
  /** Barcode printed on a piece for a scanner; empty to use the product's. */
  barcode: string;
  /** One of the product's gallery pictures, below `/storage/`; empty to use the product's picture. */
  picture: string;
}

/** A variant as a form sends it; the product's values apply to omitted fields. */
export interface VariantForm {
  /** Key of an existing variant; null for a new one. */
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
   * SKU (the shop's own number); empty to use the product's.
   * @maxLength 40
   */
  sku?: string;
  /**
   * Barcode that a scanner reads from a piece; empty to use the product's.
   * @maxLength 40
   */
  barcode?: string;
  /** Picture of the variant, one of `images`; empty to use the product's main picture, the first of them. */
  picture?: string;
  /**
   * Pieces of the variant: initial stock for a new product, or its part of the stock when the product switches to
   * stock by variant.
   * @format int64
   * @min 0
   * @max 1000000
   */
  stock?: number | null;
}

/** @format int64 */
export type VariantId = number;

/** Section with its version, for optimistic locking. */
export interface VersionedContact {
  /** Public information about the shop, shown in the footer of each page. Empty where not set. */
  values: {
    /**
     * The shop's name.
     * @minLength 1
     * @maxLength 60
     * @pattern \S
     */
    name: string;
    /**
     * Postal address.
     * @maxLength 200
     */
    address: string;
    /**
     * Customer service hours.
     * @maxLength 100
     */
    hours: string;
    /**
     * E-mail address.
     * @maxLength 254
     */
    email: string;
    /**
     * Telephone number, as people write it.
     * @maxLength 30
     */
    phone: string;
    /** WhatsApp number, E.164; an edit may have an Indonesian mobile number in any usual spelling. */
    whatsapp: string;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Section with its version, for optimistic locking. */
export interface VersionedOrigin {
  /** Destination that parcels are sent from; the program's default until the owner has chosen one. */
  values: {
    /**
     * Id from the destination search.
     * @format int64
     * @min 1
     */
    id: number;
    /**
     * Label from the destination search; empty if unknown.
     * @maxLength 300
     */
    label: string;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Section with its version, for optimistic locking. */
export interface VersionedPayoutSettings {
  /** Rules for the payment of bonuses. */
  values: {
    /**
     * Minimum of a member's unpaid bonuses, before tax, for them to be paid, rupiah; 0: no minimum.
     * @format int64
     * @min 0
     * @max 10000000
     */
    minimum_rp: number;
    /**
     * Banks that bonuses can be paid to in addition to those of every shop.
     * @maxItems 24
     */
    more_banks: string[];
    /**
     * Number of days after a change of a member's bank account during which no bonus is paid to it.
     * @format int64
     * @min 0
     * @max 30
     */
    bank_hold_days: number;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Section with its version, for optimistic locking. */
export interface VersionedPrivacySettings {
  /** Rules for the members' data. */
  values: {
    /**
     * Contact details that a leader sees of members below the direct downline; null, treated as `shown`, until the
     * owner has chosen.
     */
    downline_contacts: DownlineContacts | null;
    /**
     * Number of days for which sent messages are stored.
     * @format int64
     * @min 31
     * @max 3650
     */
    message_days: number;
    /**
     * Number of years for which the recipients of bonuses and refunds are stored after a member is erased.
     * @format int64
     * @min 5
     * @max 30
     */
    books_years: number;
    /**
     * Number of backups retained in the storage; 0: no automatic backups.
     * @format int64
     * @min 0
     * @max 60
     */
    backups_kept: number;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Section with its version, for optimistic locking. */
export interface VersionedRegistrationSettings {
  /** Rules for the registration of members. */
  values: {
    /**
     * Details that a member enters later than at registration: `profile_picture`, `no_hp`, `alamat`, `bank` (with the
     * number), `jenis_kelamin`, `tanggal_lahir`.
     * @maxItems 6
     */
    later: string[];
    /**
     * Explanation of Plan A, shown where the plan is chosen; empty if there is none.
     * @maxLength 200
     */
    plan_a_text: string;
    /**
     * Explanation of Plan B, shown where the plan is chosen; empty if there is none.
     * @maxLength 200
     */
    plan_b_text: string;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Section with its version, for optimistic locking. */
export interface VersionedReturnSettings {
  /** Rules for returns. */
  values: {
    /**
     * Number of days after completion of an order within which its member may request a return; 0: never.
     * @format int64
     * @min 0
     * @max 365
     */
    return_days: number;
    /**
     * Number of days after completion of an order within which the shop buys back its goods; 0: never.
     * @format int64
     * @min 0
     * @max 365
     */
    buyback_days: number;
    /**
     * Part of a buy-back kept by the shop, percent: 0 to 100, up to two decimals.
     * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
     */
    buyback_percent: string;
    /** Whether a refund for a change of mind includes the shipping. */
    unwanted_refunds_shipping: boolean;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Section with its version, for optimistic locking. */
export interface VersionedSalesSettings {
  /** Rules for prices, stock and orders. */
  values: {
    /** Prices shown to visitors who are not members. */
    visitor_prices: VisitorPrices;
    /**
     * Stock, in pieces, at or below which a product is low.
     * @format int64
     * @min 0
     * @max 1000000
     */
    low_stock: number;
    /** Whether buyers must order at least a product's minimum quantity. */
    minimum_binds: boolean;
    /**
     * Maximum number of unpaid orders per member; 0 for no limit.
     * @format int64
     * @min 0
     * @max 1000
     */
    max_unpaid_orders: number;
    /**
     * Maximum total number of pieces in a member's unpaid orders; 0 for no limit.
     * @format int64
     * @min 0
     * @max 1000000
     */
    max_unpaid_pieces: number;
    /** Whether a COD order needs the shop's approval, if its member has never paid for an order that arrived. */
    holds_first_cod: boolean;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Section with its version, for optimistic locking. */
export interface VersionedSecuritySettings {
  /** Rules for logins and administrators. */
  values: {
    /**
     * Maximum duration of a login, in days.
     * @format int64
     * @min 1
     * @max 90
     */
    session_days: number;
    /**
     * Time after which an unused login ends, in hours.
     * @format int64
     * @min 1
     * @max 2160
     */
    session_idle_hours: number;
    /**
     * Whether owners and finance need a second factor, and administrators must confirm their identity again before
     * actions that affect money or power.
     */
    admin_factors: boolean;
    /**
     * Number of days in which a new administrator, or one whose access was reset, approves no payout; 0: no wait.
     * @format int64
     * @min 0
     * @max 30
     */
    approval_wait_days: number;
    /** Whether members are notified when an administrator sees the shop as they do. */
    tells_views: boolean;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Section with its version, for optimistic locking. */
export interface VersionedTaxSettings {
  /** Tax on bonuses, and the legal entity that withholds it. */
  values: {
    /** Method of calculating the tax on bonuses. */
    method: TaxMethod;
    /**
     * Tax withheld from a bonus if the method is `flat`, percent: 0 to 100, up to two decimals.
     * @pattern ^(100|\d{1,2}([.,]\d{1,2})?)$
     */
    percent: string;
    /**
     * Legal entity that sells and withholds tax; empty if it has the shop's name.
     * @maxLength 100
     */
    legal_name: string;
    /**
     * Postal address of the legal entity; empty if it is the shop's.
     * @maxLength 200
     */
    legal_address: string;
    /**
     * Tax number of the shop, 15 or 16 digits, or empty; an edit may have blanks, dots and hyphens between them.
     * @maxLength 40
     */
    tax_number: string;
    /** Whether the shop is a taxable business, whose prices include value-added tax. */
    taxable: boolean;
  };
  /**
   * Number of edits; an edit names the number that it is based on.
   * @format int64
   */
  version: number;
}

/** Code that opens a view. */
export interface ViewBegun {
  /** Code that opens the view once, within two minutes, in the login that requested it. */
  code: string;
  /** End of the view, RFC 3339. */
  until: string;
}

/** A code that opens a view. */
export interface ViewCode {
  /** @maxLength 100 */
  code: string;
}

/** A filter to be saved. */
export interface ViewForm {
  /**
   * @minLength 1
   * @maxLength 40
   * @pattern \S
   */
  name: string;
  /**
   * Query string in the URL of the list, without the `?`.
   * @maxLength 1000
   */
  query: string;
}

/** A voucher as the list shows it. */
export interface Voucher {
  id: VoucherId;
  /** Its code; empty until its validity begins. */
  code: string;
  /** Status of the voucher now, independent of any member. */
  status: VoucherStatus;
  /**
   * Percent off the eligible products; 0 if it takes off something else.
   * @format double
   */
  discount: number;
  /** Discount in words: `Diskon 12,5%`, `Potongan Rp 20.000`, `Gratis ongkir hingga Rp 15.000`. */
  benefit: string;
  /** Names of the eligible categories, and of the eligible products that are for sale; null for all. */
  only?: string[] | null;
  /** Path below `/storage/`. */
  picture: string;
  /** Whether it can be used now. */
  valid: boolean;
  /** Start of its validity, RFC 3339. */
  starts: string;
  /** End of its validity, RFC 3339. */
  exp: string;
  /**
   * Minimum total of the eligible products, rupiah; left out if there is none.
   * @format int64
   */
  minimum_rp?: number | null;
  /** Whether it is only for a member's first order. */
  first_order: boolean;
  title: string;
  /** Conditions that are checked, then the shop's own terms, each as a sentence. */
  terms: string[];
}

/** Result of checking whether a voucher can be used, with its discount. */
export interface VoucherCheck {
  code: string;
  valid: boolean;
  /**
   * Percent off the eligible products; 0 if it is not valid, or takes off something else.
   * @format double
   */
  discount: number;
  /**
   * Maximum discount by the percentage, rupiah; left out for no limit.
   * @format int64
   */
  discount_most?: number | null;
  /**
   * Discount on the eligible products, rupiah; left out if there is none.
   * @format int64
   */
  discount_amount?: number | null;
  /**
   * Maximum discount on the shipping cost, rupiah; left out if there is none.
   * @format int64
   */
  shipping_discount?: number | null;
  /**
   * Minimum total of the eligible products, rupiah; left out if there is none.
   * @format int64
   */
  minimum_rp?: number | null;
  /** Eligible products or categories; left out for all. */
  only?: Scope | null;
  /** Message to show. */
  message: string;
}

/** A voucher as typed into the form. */
export interface VoucherForm {
  /**
   * Letters, digits, hyphens and single spaces, 3 to 30 characters; stored in upper case.
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
   * Terms; each line becomes one term.
   * @default []
   */
  terms?: string[];
  /**
   * Name from `POST /api/admin/pictures`; empty for a picture drawn by the shop.
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
   * Percentage above 0, at most 100, up to two decimals; ignored for another kind.
   * @default ""
   * @pattern ^((100|\d{1,2}([.,]\d{1,2})?)|)$
   */
  discount_percent?: string;
  /**
   * Discount on the eligible products, rupiah; ignored for another kind.
   * @format int64
   * @min 0
   * @default 0
   */
  discount_rp?: number;
  /**
   * Maximum discount of a percentage or shipping voucher, rupiah; null for no limit; ignored for another kind.
   * @format int64
   * @min 1
   * @default null
   */
  most_rp?: number | null;
  /**
   * Start of validity, RFC 3339.
   * @format date-time
   * @default ""
   */
  starts_at?: string;
  /**
   * End of validity, RFC 3339; must be after the start.
   * @format date-time
   * @default ""
   */
  ends_at?: string;
  /**
   * Maximum number of uses; null for no limit.
   * @format int64
   * @min 1
   * @max 1000000000
   * @default null
   */
  quota?: number | null;
  /**
   * Maximum number of uses by one member; null for no limit.
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
   * Whether it is only for a member's first order.
   * @default false
   */
  first_order?: boolean;
  /**
   * Whether it is only for the `products` and `categories`; otherwise these lists are ignored.
   * @default false
   */
  scoped?: boolean;
  /**
   * Keys of the eligible products.
   * @maxItems 500
   * @default []
   */
  products?: ProductId[];
  /**
   * Keys of the eligible categories.
   * @maxItems 500
   * @default []
   */
  categories?: number[];
  /**
   * Whether it is only for the `members`; otherwise that list is ignored.
   * @default false
   */
  chosen_members?: boolean;
  /**
   * Uids of the eligible members.
   * @maxItems 500
   * @default []
   */
  members?: string[];
  /**
   * Version on which the edit is based; ignored for a new voucher.
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

/** Request to publish a draft, which waits for the confirmation of another owner. */
export interface Waiting {
  asked_at: string;
  /** Name of the owner who requested the publication. */
  asked_by: string;
  /** Whether the caller requested it, and so cannot confirm it. */
  is_own: boolean;
  /** First period in which the plan is used; null for the next calculation. */
  from_period?: PeriodId | null;
  from_period_name?: string | null;
}

/** Bonuses of a member that are paid once their sum reaches the shop's minimum. */
export interface WaitingBonuses {
  /**
   * Sum of all of them before tax, rupiah.
   * @format int64
   */
  bonus_rp: number;
  /**
   * Minimum sum for payment, rupiah.
   * @format int64
   */
  least_rp: number;
}

/** Numbers of waiting returns, each counted up to 1000. */
export interface WaitingReturns {
  /**
   * Returns that wait for a decision.
   * @format int64
   */
  asked: number;
  /**
   * Returns that wait for their goods.
   * @format int64
   */
  approved: number;
  /**
   * Returns that wait for their money, or for new goods.
   * @format int64
   */
  received: number;
  /**
   * Returns that wait for a second person to approve the transfer.
   * @format int64
   */
  transferring: number;
}

/** A webhook. */
export interface Webhook {
  /** @format int64 */
  id: number;
  url: string;
  /** Kinds of messages that it receives. */
  kinds: MessageKind[];
  /** Creation time, RFC 3339. */
  created_at: string;
  /** Secret that signs the webhook's requests, `whsec_…`; null except in the response that creates the webhook. */
  secret?: string | null;
}

/** A webhook as it is typed. */
export interface WebhookForm {
  /**
   * An https address; http only on this machine.
   * @maxLength 500
   * @default ""
   */
  url?: string;
  /**
   * Kinds of messages that it receives.
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
   * HTTP status of the response, if there was one.
   * @format int64
   */
  status?: number | null;
  /** Reason why the request counts as failed; empty if it was accepted. */
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

/** A product on a wishlist, with all fields that it has in lists of products. */
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
  /** Path below `/storage/`. */
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
   * Key of the category.
   * @format int64
   */
  category_id: number;
  /** Whether the buyer must choose a variant. */
  has_variants: boolean;
};

/** @format int64 */
export type WishlistItemId = number;

/** A parameter as it can be written into an address; one that is nothing or empty stays away. */
export type Param = string | number | boolean | null | undefined;

/** Every call that the document has, by method and path: its parameters, its body, and its answer. */
export interface Calls {
  /** Returns the caller's second factors */
  'GET /api/me/factors': {
    params: Record<string, never>;
    body: undefined;
    answer: OwnFactors;
  };
  /** Returns a secret for the caller's new authenticator app, which is active once its first code is proven */
  'POST /api/me/factors/totp': {
    params: Record<string, never>;
    body: undefined;
    answer: AppBegun;
  };
  /** Removes the authenticator app from the caller's account */
  'DELETE /api/me/factors/totp': {
    params: Record<string, never>;
    body: undefined;
    answer: OwnFactors;
  };
  /** Activates a new app by its first code: from then on every login requires a second factor */
  'POST /api/me/factors/totp/proof': {
    params: Record<string, never>;
    body: AppProof;
    answer: FactorAdded;
  };
  /** Requests a new passkey from a device of the caller */
  'POST /api/me/factors/passkeys': {
    params: Record<string, never>;
    body: undefined;
    answer: PasskeyAsked;
  };
  /** Stores a new passkey: from then on every login requires a second factor; with the first factor, the account's other sessions end */
  'POST /api/me/factors/passkeys/answer': {
    params: Record<string, never>;
    body: NewPasskey;
    answer: FactorAdded;
  };
  /** Removes a passkey of the caller */
  'DELETE /api/me/factors/passkeys/{id}': {
    params: { id: Param };
    body: undefined;
    answer: OwnFactors;
  };
  /** Returns new recovery codes to the caller; earlier ones become void */
  'POST /api/me/factors/recovery-codes': {
    params: Record<string, never>;
    body: undefined;
    answer: RecoveryCodes;
  };
  /** Confirms the identity of the session's member: by a second factor, or by the password if the account has none */
  'POST /api/me/confirmation': {
    params: Record<string, never>;
    body: Confirmation;
    answer: Confirmed;
  };
  /** Requests one of the caller's passkeys, for a confirmation */
  'POST /api/me/confirmation/passkey': {
    params: Record<string, never>;
    body: undefined;
    answer: PasskeyAsked;
  };
  /** Lists past and pending messages, newest first, only of kinds that concern the caller */
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
  /** Returns a message and its content; content that only its reader may see is masked */
  'GET /api/admin/messages/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminMessageDetail;
  };
  /** Resends a message that was given up, under the same id */
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
  /** Lets a browser show the caller's notifications; it no longer shows those of another member */
  'POST /api/push-subscriptions': {
    params: Record<string, never>;
    body: SubscriptionForm;
    answer: Done;
  };
  /** Stops a browser from showing the caller's notifications */
  'DELETE /api/push-subscriptions': {
    params: Record<string, never>;
    body: EndpointForm;
    answer: Done;
  };
  /** Lists the texts of every kind of message, with their placeholders */
  'GET /api/admin/message-texts': {
    params: Record<string, never>;
    body: undefined;
    answer: MessageTexts;
  };
  /** Previews a message text with a made-up payload */
  'POST /api/admin/message-texts/{kind}/preview': {
    params: { kind: Param };
    body: TextForm;
    answer: MessageLetter;
  };
  /** Changes the text of a kind of message, also for waiting messages */
  'PUT /api/admin/message-texts/{kind}': {
    params: { kind: Param };
    body: TextForm;
    answer: MessageText;
  };
  /** Lists the webhooks, oldest first */
  'GET /api/admin/webhooks': {
    params: Record<string, never>;
    body: undefined;
    answer: Webhooks;
  };
  /** Creates a webhook; only this response contains the secret that signs its requests */
  'POST /api/admin/webhooks': {
    params: Record<string, never>;
    body: WebhookForm;
    answer: Webhook;
  };
  /** Changes the address and the kinds of a webhook; waiting messages go to the new address */
  'PUT /api/admin/webhooks/{id}': {
    params: { id: Param };
    body: WebhookForm;
    answer: Webhook;
  };
  /** Ends a webhook: it receives no more messages */
  'DELETE /api/admin/webhooks/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Sends a test message to a webhook; the result soon appears among its tries */
  'POST /api/admin/webhooks/{id}/test': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Lists the requests that were made to a webhook, newest first */
  'GET /api/admin/webhooks/{id}/tries': {
    params: { id: Param };
    body: undefined;
    answer: WebhookTries;
  };
  /** Returns the caller's own data */
  'GET /api/me': {
    params: Record<string, never>;
    body: undefined;
    answer: User;
  };
  /** Opens a session, and sets a cookie by which the account recognizes the device at later logins */
  'POST /api/login': {
    params: Record<string, never>;
    body: Login;
    answer: LoginAnswer;
  };
  /** Completes a login by a second factor: opens the session */
  'POST /api/login/factor': {
    params: Record<string, never>;
    body: SecondStep;
    answer: LoginAnswer;
  };
  /** Requests one of the account's passkeys, for a login that has begun */
  'POST /api/login/passkey': {
    params: Record<string, never>;
    body: PasskeyLoginStart;
    answer: PasskeyOptions;
  };
  /** Changes a password by a one-time link, and ends every session of its account */
  'POST /api/password-reset': {
    params: Record<string, never>;
    body: PasswordReset;
    answer: PasswordChanged;
  };
  /** Sends a one-time link, valid for an hour, to an e-mail address that has an account */
  'POST /api/password-forgotten': {
    params: Record<string, never>;
    body: ForgottenPassword;
    answer: LinkSent;
  };
  /** Changes the caller's password and ends every other login of the account */
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
  /** Confirms that the caller's bank account is right although a transfer to it failed: bonuses are paid to it again */
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
  /** Ends every session of the caller except the current one */
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
  /** Ends every other login of the caller's account, on any device, like `DELETE /api/sessions` */
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
  /** Lists the last 200 logins of all current administrators, as far back as sessions are stored (91 days) */
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
  /** Lists the administrators */
  'GET /api/admin/staff': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: Administrators;
  };
  /** Makes an account an administrator: an existing one or, if a name is given, a new one */
  'POST /api/admin/staff': {
    params: Record<string, never>;
    body: NewAdministrator;
    answer: AdministratorAdded;
  };
  /** Changes the role of an account */
  'PUT /api/admin/staff/{uid}': {
    params: { uid: Param };
    body: RoleChange;
    answer: AdministratorChanged;
  };
  /** Returns the caller's tax number */
  'GET /api/me/tax-number': {
    params: Record<string, never>;
    body: undefined;
    answer: TaxNumber;
  };
  /** Changes the caller's tax number, which the shop then checks again */
  'PUT /api/me/tax-number': {
    params: Record<string, never>;
    body: TaxNumberForm;
    answer: TaxNumber;
  };
  /** Returns the caller's heirs */
  'GET /api/me/heirs': {
    params: Record<string, never>;
    body: undefined;
    answer: Heirs;
  };
  /** Replaces the caller's heirs */
  'PUT /api/me/heirs': {
    params: Record<string, never>;
    body: Heirs;
    answer: Heirs;
  };
  /** Sends the caller another link that proves their address; the previous link becomes void */
  'POST /api/me/email-verification': {
    params: Record<string, never>;
    body: undefined;
    answer: AddressAnswer;
  };
  /** Requests another e-mail address for the account: a link is sent to the new address, and opening the link changes the address */
  'POST /api/me/email': {
    params: Record<string, never>;
    body: NewAddress;
    answer: AddressAnswer;
  };
  /** Proves an e-mail address by its one-time link, regardless of who is logged in */
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
  /** Adds tags to a member and removes others; tags that a colleague added in the meantime stay */
  'PUT /api/admin/members/{uid}/tags': {
    params: { uid: Param };
    body: TagsForm;
    answer: Tags;
  };
  /** Lists the tags that members have, up to 200 */
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
  /** Returns the version in force of a document, or a requested version */
  'GET /api/agreements/{slug}': {
    params: { slug: Param; version?: Param };
    body: undefined;
    answer: Agreement;
  };
  /** Lists the documents with their versions in force, the caller's acceptances and their times, and whether a version is still to be accepted */
  'GET /api/me/agreements': {
    params: Record<string, never>;
    body: undefined;
    answer: OwnAgreements;
  };
  /** Accepts versions of the documents; an earlier acceptance of a version stays unchanged */
  'POST /api/me/agreements': {
    params: Record<string, never>;
    body: AcceptanceForm;
    answer: OwnAgreements;
  };
  /** Lists the documents that members accept, with their versions and the number of members who have accepted the version in force */
  'GET /api/admin/agreements': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminAgreements;
  };
  /** Returns a document with its versions, for writing the next one */
  'GET /api/admin/agreements/{slug}': {
    params: { slug: Param };
    body: undefined;
    answer: AdminAgreement;
  };
  /** Publishes the next version of a document and notifies all members; the version can no longer be changed or deleted */
  'POST /api/admin/agreements/{slug}': {
    params: { slug: Param };
    body: AgreementForm;
    answer: AdminAgreement;
  };
  /** Returns the leader with a uid, for the registration form */
  'GET /api/leaders/{uid}': {
    params: { uid: Param };
    body: undefined;
    answer: Leader;
  };
  /** Lists the members below the caller at all depths, nearest first, then in the order in which they joined */
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
  /** Returns the path from the top of the network to a member */
  'GET /api/admin/members/{uid}/path': {
    params: { uid: Param };
    body: undefined;
    answer: NetworkPath;
  };
  /** Shows the effects of a change of a member's leader; 422 for a leader that the member cannot have */
  'GET /api/admin/members/{uid}/leader': {
    params: { uid: Param; leader_uid?: Param };
    body: undefined;
    answer: LeaderPreview;
  };
  /** Moves a member with everyone below to another leader */
  'POST /api/admin/members/{uid}/leader': {
    params: { uid: Param };
    body: LeaderChange;
    answer: MemberDetail;
  };
  /** Lists the plans in which volume is earned */
  'GET /api/plans': {
    params: Record<string, never>;
    body: undefined;
    answer: Plan[];
  };
  /** Lists the periods into which orders can be placed now, newest first */
  'GET /api/active-bv-periods': {
    params: Record<string, never>;
    body: undefined;
    answer: ActiveBvPeriods;
  };
  /** Lists all periods, newest first */
  'GET /api/bv-periods': {
    params: Record<string, never>;
    body: undefined;
    answer: BvPeriods;
  };
  /** Returns the allocation of the caller's points of a period, once it is calculated */
  'GET /api/bv-summary': {
    params: { bv_period_id?: Param };
    body: undefined;
    answer: BvSummary;
  };
  /** Returns the rule for recurring periods */
  'GET /api/admin/periods/recurrence': {
    params: Record<string, never>;
    body: undefined;
    answer: Recurrence;
  };
  /** Sets the rule for recurring periods and opens the due ones at once; or stops it */
  'PUT /api/admin/periods/recurrence': {
    params: Record<string, never>;
    body: RecurrenceEdit;
    answer: Recurrence;
  };
  /** Lists the caller's bonuses, newest period first */
  'GET /api/bonuses': {
    params: { bv_period_id?: Param };
    body: undefined;
    answer: Bonus[];
  };
  /** Lists the caller's bonuses, newest period first, at an address with a final slash, which clients call too */
  'GET /api/bonuses/': {
    params: { bv_period_id?: Param };
    body: undefined;
    answer: Bonus[];
  };
  /** Lists the lines of one of the caller's bonuses, with the plan's needs */
  'GET /api/bonuses/{id}/lines': {
    params: { id: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: BonusLines;
  };
  /** Lists the lines of a bonus, with the plan's needs, as its member sees them, but always with the full names of the members below */
  'GET /api/admin/bonuses/{id}/lines': {
    params: { id: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: BonusLines;
  };
  /** Lists calculated periods in which the caller has no bonus because they did not meet the plan's needs, newest first */
  'GET /api/bonuses/missed': {
    params: Record<string, never>;
    body: undefined;
    answer: MissedBonus[];
  };
  /** Lists the versions of the compensation plan, newest first */
  'GET /api/admin/compensation-plans': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: PlanVersions;
  };
  /** Creates a new version of the compensation plan */
  'POST /api/admin/compensation-plans': {
    params: Record<string, never>;
    body: PlanCreation;
    answer: PlanVersion;
  };
  /** Returns whether buyers and new members need to choose between Plan A and Plan B */
  'GET /api/plan-choice': {
    params: Record<string, never>;
    body: undefined;
    answer: PlanChoice;
  };
  /** Returns the caller's corner of the network in the period that takes orders now, from which the rules in the browser preview its bonus */
  'GET /api/rank-card': {
    params: Record<string, never>;
    body: undefined;
    answer: RankCard;
  };
  /** Calculates the bonuses that a plan would have paid for calculated periods, next to the paid ones; stores nothing */
  'POST /api/admin/compensation-plans/replay': {
    params: Record<string, never>;
    body: PlanReplayRequest;
    answer: PlanReplay;
  };
  /** Returns the same replay as CSV: UTF-8 with a byte order mark, cells separated by `;`, as Excel in Indonesia opens it */
  'POST /api/admin/compensation-plans/replay.csv': {
    params: Record<string, never>;
    body: PlanReplayRequest;
    answer: Month;
  };
  /** Lists the drafts, newest first */
  'GET /api/admin/compensation-plan-drafts': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: PlanDrafts;
  };
  /** Stores a new draft */
  'POST /api/admin/compensation-plan-drafts': {
    params: Record<string, never>;
    body: PlanDraftCreation;
    answer: PlanDraftPage;
  };
  /** Returns a draft with its document */
  'GET /api/admin/compensation-plan-drafts/{id}': {
    params: { id: Param };
    body: undefined;
    answer: PlanDraftPage;
  };
  /** Changes a draft and cancels its wait for another owner */
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
  /** Calculates the payout of a plan in an example network, by the rules of real calculations; stores nothing */
  'POST /api/admin/compensation-plans/example': {
    params: Record<string, never>;
    body: ExampleRequest;
    answer: Example;
  };
  /** Lists the templates of compensation plans */
  'GET /api/admin/compensation-plan-templates': {
    params: Record<string, never>;
    body: undefined;
    answer: PlanTemplate[];
  };
  /** Lists the rules of income tax */
  'GET /api/admin/tax/rules': {
    params: Record<string, never>;
    body: undefined;
    answer: TaxRules;
  };
  /** Adds a rule that applies from a month on; returns 409 if that month already has one */
  'POST /api/admin/tax/rules': {
    params: Record<string, never>;
    body: TaxRuleForm;
    answer: TaxRules;
  };
  /** Removes a rule that has not begun yet; returns 409 for one that has */
  'DELETE /api/admin/tax/rules/{id}': {
    params: { id: Param };
    body: undefined;
    answer: TaxRules;
  };
  /** Every product for sale, by key */
  'GET /api/products': {
    params: Record<string, never>;
    body: undefined;
    answer: Product[];
  };
  /** One product with all data of its page */
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
  /** The pictures that show a product in use */
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
  /** The products of the shop, including archived ones, newest first */
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
  /** Creates a product */
  'POST /api/admin/products': {
    params: Record<string, never>;
    body: NewProductForm;
    answer: AdminProduct;
  };
  /** A product with all fields of its form */
  'GET /api/admin/products/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminProduct;
  };
  /** Changes a product; its stock is changed only by movements */
  'PUT /api/admin/products/{id}': {
    params: { id: Param };
    body: EditProductForm;
    answer: AdminProduct;
  };
  /** Deletes a product that no record refers to, except the stock movement of its initial stock */
  'DELETE /api/admin/products/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Takes a product out of the shop; its orders keep their data about it */
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
  /** Changes many products alike: returns a preview, or makes all changes in one transaction */
  'POST /api/admin/products/changes': {
    params: Record<string, never>;
    body: BulkForm;
    answer: BulkAnswer;
  };
  /** Lists the categories with the number of products in each, in the shop's order */
  'GET /api/admin/categories': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminCategories;
  };
  /** Creates a category, after all others */
  'POST /api/admin/categories': {
    params: Record<string, never>;
    body: CategoryForm;
    answer: AdminCategory;
  };
  /** Sets the order of the categories */
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
  /** Deletes a category without products */
  'DELETE /api/admin/categories/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Done;
  };
  /** Changes a product's stock and records it in the stock books */
  'POST /api/admin/products/{id}/stock': {
    params: { id: Param };
    body: StockForm;
    answer: StockNow;
  };
  /** The movements in the stock books, newest first */
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
  /** Returns every product as CSV, by key: UTF-8 with a byte order mark, cells separated by `;`, as Excel in Indonesia opens it */
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
  /** Returns a template of the file to import: the column names, and two example rows, which an import skips */
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
  /** Previews or performs an import of a file of products (multipart field `file`; CSV or .xlsx, up to 5 MB and 5,000 rows) */
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
  /** Lists the banners that the home page shows now, in the shop's order */
  'GET /api/banners': {
    params: Record<string, never>;
    body: undefined;
    answer: Banner[];
  };
  /** Lists the banners in the shop's order */
  'GET /api/admin/banners': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminBanners;
  };
  /** Creates a banner, after the others */
  'POST /api/admin/banners': {
    params: Record<string, never>;
    body: BannerForm;
    answer: AdminBanner;
  };
  /** Sets the order of the banners; the request names all of them */
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
  /** Returns a text of the shop */
  'GET /api/pages/{slug}': {
    params: { slug: Param };
    body: undefined;
    answer: PageText;
  };
  /** Lists the texts of the shop */
  'GET /api/admin/pages': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminPages;
  };
  /** Returns a text of the shop for editing */
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
  /** Restores the default text; in a new shop, it becomes a draft again */
  'POST /api/admin/pages/{slug}/reset': {
    params: { slug: Param };
    body: PageVersion;
    answer: AdminPage;
  };
  /** Lists the reviews of a product, newest first */
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
  /** Sets, changes or removes the answer to a review; visitors read it below the review */
  'PUT /api/admin/reviews/{id}/answer': {
    params: { id: Param };
    body: AnswerReview;
    answer: AdminReview;
  };
  /** Hides a review from visitors and stops counting it */
  'POST /api/admin/reviews/{id}/hide': {
    params: { id: Param };
    body: HideReview;
    answer: AdminReview;
  };
  /** Shows a hidden review again and counts it again */
  'POST /api/admin/reviews/{id}/show': {
    params: { id: Param };
    body: undefined;
    answer: AdminReview;
  };
  /** Lists the answered questions about a product, most recently answered first */
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
  /** Asks a question about a product and notifies the shop; everyone can read the question once it is answered */
  'POST /api/questions': {
    params: Record<string, never>;
    body: AskQuestion;
    answer: OwnQuestion;
  };
  /** Lists the caller's questions, newest first, including unanswered and hidden ones, which no one else sees */
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
  /** Sets, changes or removes the answer to a question; visitors read both */
  'PUT /api/admin/questions/{id}/answer': {
    params: { id: Param };
    body: AnswerQuestion;
    answer: AdminQuestion;
  };
  /** Hides a question from visitors; its author still sees it among their own */
  'POST /api/admin/questions/{id}/hide': {
    params: { id: Param };
    body: HideQuestion;
    answer: AdminQuestion;
  };
  /** Shows a hidden question again; visitors see it if it is answered */
  'POST /api/admin/questions/{id}/show': {
    params: { id: Param };
    body: undefined;
    answer: AdminQuestion;
  };
  /** Answers a question about a product as server-sent events: any number of `piece` events with `{"text"}`, then `done`, or `error` with `{"message"}` if the answer was interrupted */
  'POST /api/chat': {
    params: Record<string, never>;
    body: Question;
    answer: ChatEvent;
  };
  /** The caller's cart, oldest line first */
  'GET /api/cart': {
    params: { email?: Param };
    body: undefined;
    answer: CartLine[];
  };
  /** Adds pieces of a product to the cart, to the existing line if there is one */
  'POST /api/cart': {
    params: Record<string, never>;
    body: AddToCart;
    answer: CartLine;
  };
  /** Removes pieces from the cart; the line is removed with its last piece */
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
  /** Lists the caller's wishlist, newest first, without archived products */
  'GET /api/wishlist': {
    params: { user_id?: Param };
    body: undefined;
    answer: Wishlist;
  };
  /** Adds a product to the wishlist; a product that is already there stays unchanged */
  'POST /api/wishlist': {
    params: Record<string, never>;
    body: AddToWishlist;
    answer: AddedToWishlist;
  };
  /** Removes a product from the caller's wishlist; a product that is not there is no error */
  'DELETE /api/wishlist/{id}': {
    params: { id: Param; user_id?: Param };
    body: undefined;
    answer: Done;
  };
  /** Lists every voucher that was not given to chosen members, latest end first */
  'GET /api/vouchers': {
    params: Record<string, never>;
    body: undefined;
    answer: Voucher[];
  };
  /** Checks whether a voucher can be used now; by the caller, if logged in */
  'GET /api/vouchers/{code}': {
    params: { code: Param };
    body: undefined;
    answer: VoucherCheck;
  };
  /** Lists the pictures of the popup that are shown now, while their vouchers run; the app shows one at random */
  'GET /api/popup-voucher': {
    params: Record<string, never>;
    body: undefined;
    answer: PopupVoucher[];
  };
  /** Lists the pictures of the popup, in the shop's order */
  'GET /api/admin/popup-vouchers': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminPopups;
  };
  /** Creates a picture of the popup, after the others */
  'POST /api/admin/popup-vouchers': {
    params: Record<string, never>;
    body: PopupForm;
    answer: AdminPopup;
  };
  /** Sorts the pictures of the popup in the given order, which must contain all of them */
  'PUT /api/admin/popup-vouchers/order': {
    params: Record<string, never>;
    body: ListOrder;
    answer: AdminPopups;
  };
  /** Returns a picture of the popup */
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
  /** Lists the vouchers, latest end first */
  'GET /api/admin/vouchers': {
    params: { search?: Param; status?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: AdminVouchers;
  };
  /** Creates a voucher */
  'POST /api/admin/vouchers': {
    params: Record<string, never>;
    body: VoucherForm;
    answer: AdminVoucherDetail;
  };
  /** Returns a voucher with all its conditions */
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
  /** Ends a running voucher */
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
  /** Returns the couriers that take a parcel to a destination, cheapest first */
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
  /** Lists the caller's orders, newest first */
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
  /** Returns one of the caller's orders */
  'GET /api/transactions/{order_id}': {
    params: { order_id: Param };
    body: undefined;
    answer: OrderData;
  };
  /** Lists all orders: newest first, or oldest first if filtered by `waiting` other than `problem` */
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
  /** Returns the orders that match the filter as CSV: UTF-8 with its byte order mark, cells separated by `;`, as Excel in Indonesia opens it */
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
  /** Returns the orders that match the filter, up to 100,000, as a workbook of one sheet */
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
  /** Adds tags to an order and removes others; tags that another administrator added at the same time stay */
  'PUT /api/admin/orders/{order_id}/tags': {
    params: { order_id: Param };
    body: TagsForm;
    answer: Tags;
  };
  /** Lists the tags of orders, up to 200 */
  'GET /api/admin/order-tags': {
    params: Record<string, never>;
    body: undefined;
    answer: Tags;
  };
  /** Lists the caller's own filters of the list of orders, by name */
  'GET /api/admin/order-views': {
    params: Record<string, never>;
    body: undefined;
    answer: OrderViews;
  };
  /** Saves a filter under a name, replacing the caller's own filter of the same name */
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
  /** Returns the legal entity that sells, for buyers and for administrators of orders */
  'GET /api/seller': {
    params: Record<string, never>;
    body: undefined;
    answer: Seller;
  };
  /** Lists all returns: newest first, or oldest first if filtered by a state that still needs an action */
  'GET /api/admin/returns': {
    params: { state?: Param; search?: Param; limit?: Param; cursor?: Param };
    body: undefined;
    answer: AdminReturns;
  };
  /** Registers a member, with an optional photo */
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
  /** Changes the calling administrator's name, which is shown in order histories and in the audit log */
  'PUT /api/admin/me': {
    params: Record<string, never>;
    body: OwnName;
    answer: User;
  };
  /** Shows the data that the shop stores about the caller, the reason, the storage time, and the people who see them */
  'GET /api/me/privacy': {
    params: Record<string, never>;
    body: undefined;
    answer: Privacy;
  };
  /** Downloads all data that the shop stores about the caller as one file, a ZIP with `data.json` and pictures */
  'GET /api/me/export': {
    params: Record<string, never>;
    body: undefined;
    answer: Blob;
  };
  /** Returns whether the account can be erased, and the consequences for its bonus and network */
  'GET /api/me/erasure': {
    params: Record<string, never>;
    body: undefined;
    answer: ErasureOutlook;
  };
  /** Erases the caller's account permanently: personal data are deleted; books and points stay without a name */
  'POST /api/me/erasure': {
    params: Record<string, never>;
    body: ErasureForm;
    answer: Done;
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
  /** Returns the caller's own orders that have points in a period, with the totals */
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
  /** Lists the payouts, newest first */
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
  /** Prepares a payout of all bonuses of a period that can be paid */
  'POST /api/admin/payouts': {
    params: Record<string, never>;
    body: PrepareRequest;
    answer: PayoutPage;
  };
  /** Returns a payout with the warnings of its page */
  'GET /api/admin/payouts/{id}': {
    params: { id: Param };
    body: undefined;
    answer: PayoutPage;
  };
  /** Lists the transfers of a payout, largest first */
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
  /** Lists the periods with bonuses that wait to be prepared, oldest first */
  'GET /api/admin/payouts/due': {
    params: Record<string, never>;
    body: undefined;
    answer: DuePeriods;
  };
  /** Shows the contents that a payout of a period would have now */
  'GET /api/admin/payouts/preview': {
    params: { period_id: Param; member_uid?: Param };
    body: undefined;
    answer: PayoutPreview;
  };
  /** Lists the bonuses of a period that a payout would leave out now, with the reasons */
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
  /** Approves a payout that another administrator has prepared; its preparer may not approve it, whatever their role */
  'POST /api/admin/payouts/{id}/approve': {
    params: { id: Param };
    body: PayoutVersion;
    answer: PayoutPage;
  };
  /** Cancels a payout that is not paid; its bonuses can be prepared again */
  'POST /api/admin/payouts/{id}/cancel': {
    params: { id: Param };
    body: PayoutCancellation;
    answer: PayoutPage;
  };
  /** Records that an approved payout was transferred: each of its bonuses is now paid, with this proof */
  'POST /api/admin/payouts/{id}/pay': {
    params: { id: Param };
    body: PayoutProof;
    answer: PayoutPage;
  };
  /** Takes a transfer out of a payout that is not approved yet; its bonuses come with the next payout */
  'POST /api/admin/payouts/{id}/leave-out': {
    params: { id: Param };
    body: LeaveOut;
    answer: PayoutPage;
  };
  /** Records that a transfer of an approved or paid payout failed */
  'POST /api/admin/payouts/{id}/fail-transfer': {
    params: { id: Param };
    body: FailedTransfer;
    answer: PayoutPage;
  };
  /** Returns the transfers of an approved or paid payout as CSV: bank, account, name, rupiah without separators, reference */
  'GET /api/admin/payouts/{id}/bank.csv': {
    params: { id: Param };
    body: undefined;
    answer: Month;
  };
  /** Returns the transfers of an approved or paid payout as a workbook (XLSX), for people and for a bank's own template */
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
  /** Saves the transfer formats of the shop's banks */
  'PUT /api/admin/payouts/formats': {
    params: Record<string, never>;
    body: BankFileForm;
    answer: BankFileFormats;
  };
  /** Returns the transfers of an approved or paid payout in one of the shop's formats */
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
  /** Lists the caller's tax slips, newest month first */
  'GET /api/tax-slips': {
    params: Record<string, never>;
    body: undefined;
    answer: TaxSlips;
  };
  /** Shows the caller's tax slip of a month */
  'GET /api/tax-slips/{month}': {
    params: { month: Param };
    body: undefined;
    answer: TaxSlip;
  };
  /** Lists the months in which bonuses were paid */
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
  /** Lists the slips of a month */
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
  /** Returns the slips of a month as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel in Indonesia */
  'GET /api/admin/tax/{month}/slips.csv': {
    params: { month: Param };
    body: undefined;
    answer: Month;
  };
  /** Returns the slips of a completed month as the tax office's bulk file (BP21, XML), for members with a valid tax number */
  'GET /api/admin/tax/{month}/bp21.xml': {
    params: { month: Param };
    body: undefined;
    answer: Month;
  };
  /** Stores the selection of a checkout, replacing the one stored under its token */
  'POST /api/checkout-temp': {
    params: Record<string, never>;
    body: CheckoutDraftForm;
    answer: CheckoutDraft;
  };
  /** Returns the selection of a checkout, with current prices and stock */
  'GET /api/checkout-temp/{token}': {
    params: { token: Param };
    body: undefined;
    answer: CheckoutDraft;
  };
  /** Removes a checkout draft; it is no error if it no longer exists */
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
  /** Records that the member has received the order */
  'POST /api/transactions/{order_id}/complete': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** Cancels, for the member, an order that is neither paid nor packed */
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
  /** Approves a held COD order, which can then be packed */
  'POST /api/admin/orders/{order_id}/release': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** Records that the shop has packed an order */
  'POST /api/admin/orders/{order_id}/pack': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** Records that the courier has taken an order */
  'POST /api/admin/orders/{order_id}/ship': {
    params: { order_id: Param };
    body: Ship;
    answer: MoveAnswer;
  };
  /** Corrects the tracking number of an order that is on its way */
  'PUT /api/admin/orders/{order_id}/resi': {
    params: { order_id: Param };
    body: Resi;
    answer: MoveAnswer;
  };
  /** Records, for the shop, that the member has received an order */
  'POST /api/admin/orders/{order_id}/complete': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** Cancels, for the shop, an order that is neither paid nor packed */
  'POST /api/admin/orders/{order_id}/cancel': {
    params: { order_id: Param };
    body: ShopCancel;
    answer: MoveAnswer;
  };
  /** Records that the parcel of an order came back: its cash was never paid, or its money was refunded before */
  'POST /api/admin/orders/{order_id}/return': {
    params: { order_id: Param };
    body: ParcelReturn;
    answer: MoveAnswer;
  };
  /** Discards a trial order, placed while the shop was closed: its goods return to stock, and it disappears from every list, sum and book */
  'POST /api/admin/orders/{order_id}/discard': {
    params: { order_id: Param };
    body: undefined;
    answer: void;
  };
  /** Records that the shop has the cash of a COD order */
  'POST /api/admin/orders/{order_id}/cash': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** Imports a courier's report of collected cash (multipart field `file`; CSV, up to 1 MB and 1,000 rows) */
  'POST /api/admin/cod-settlements': {
    params: { dry_run: Param; digest?: Param; skip_mistakes?: Param };
    body: FormData;
    answer: SettlementAnswer;
  };
  /** Records that an online order was paid by a transfer to the shop's own account */
  'POST /api/admin/orders/{order_id}/transfer': {
    params: { order_id: Param };
    body: ReceivedTransfer;
    answer: MoveAnswer;
  };
  /** Refunds an order at the provider, or prepares a manual refund, which is made once another administrator approves it */
  'POST /api/admin/orders/{order_id}/refund': {
    params: { order_id: Param };
    body: Refund;
    answer: MoveAnswer;
  };
  /** Withdraws a prepared manual refund: no money has moved */
  'DELETE /api/admin/orders/{order_id}/refund': {
    params: { order_id: Param };
    body: undefined;
    answer: MoveAnswer;
  };
  /** Confirms that a prepared manual refund of an order was made */
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
  /** Corrects the address of an order that waits to be packed */
  'PUT /api/admin/orders/{order_id}/address': {
    params: { order_id: Param };
    body: AddressForm;
    answer: MoveAnswer;
  };
  /** Shows the possible and existing returns of one of the caller's orders */
  'GET /api/transactions/{order_id}/returns': {
    params: { order_id: Param };
    body: undefined;
    answer: OrderReturns;
  };
  /** Requests the return of goods of one of the caller's orders; multipart, with up to 5 pictures */
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
  /** Requests the return of goods of an order, for a member who called; multipart, with up to 5 pictures */
  'POST /api/admin/orders/{order_id}/returns': {
    params: { order_id: Param };
    body: FormData;
    answer: ReturnAnswer;
  };
  /** Calculates the value of a returned part of one of the caller's orders */
  'POST /api/transactions/{order_id}/returns/quote': {
    params: { order_id: Param };
    body: ReturnQuestion;
    answer: ReturnQuote;
  };
  /** Calculates the value of a returned part of an order, for a member who called */
  'POST /api/admin/orders/{order_id}/returns/quote': {
    params: { order_id: Param };
    body: ReturnQuestion;
    answer: ReturnQuote;
  };
  /** Withdraws one of the caller's returns, as long as its goods have not arrived */
  'POST /api/returns/{id}/withdraw': {
    params: { id: Param };
    body: undefined;
    answer: ReturnAnswer;
  };
  /** Shows a picture of a return to its member, and to administrators who handle returns */
  'GET /api/return-pictures/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Blob;
  };
  /** Approves a return */
  'POST /api/admin/returns/{id}/approve': {
    params: { id: Param };
    body: ReturnVersion;
    answer: AdminReturnAnswer;
  };
  /** Refuses a return */
  'POST /api/admin/returns/{id}/refuse': {
    params: { id: Param };
    body: ReturnRefusal;
    answer: AdminReturnAnswer;
  };
  /** Records the receipt of a return's goods: saleable pieces are added to stock, and the received pieces decide the amounts to be given back */
  'POST /api/admin/returns/{id}/receive': {
    params: { id: Param };
    body: ReturnReceipt;
    answer: AdminReturnAnswer;
  };
  /** Records that the same goods are sent again, and takes them from stock */
  'POST /api/admin/returns/{id}/replace': {
    params: { id: Param };
    body: ReturnReplacement;
    answer: AdminReturnAnswer;
  };
  /** Shows a return with all of the shop's data about it */
  'GET /api/admin/returns/{id}': {
    params: { id: Param };
    body: undefined;
    answer: AdminReturn;
  };
  /** Refunds the money of a return the way it was paid; a repeated request refunds the money only once */
  'POST /api/admin/returns/{id}/refund': {
    params: { id: Param };
    body: ReturnVersion;
    answer: AdminReturnAnswer;
  };
  /** Prepares a transfer of the money of a return, or prepares it again, if the money cannot be refunded the way it was paid */
  'POST /api/admin/returns/{id}/transfer': {
    params: { id: Param };
    body: TransferForm;
    answer: AdminReturnAnswer;
  };
  /** Confirms a transfer that another administrator prepared */
  'POST /api/admin/returns/{id}/transfer/approve': {
    params: { id: Param };
    body: TransferApproval;
    answer: AdminReturnAnswer;
  };
  /** Receives a notification from the provider: signed, possibly late, duplicated or out of order */
  'POST /api/payments/notification': {
    params: Record<string, never>;
    body: PaymentNotification;
    answer: Done;
  };
  /** Updates one of the caller's orders from the provider; a call that follows another one too soon gets the last known state */
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
  /** Marks a payment problem as solved by an administrator */
  'POST /api/admin/payment-problems/{id}/solve': {
    params: { id: Param };
    body: Solution;
    answer: ProblemFacts;
  };
  /** Accepts a payment larger than its order's total: the order counts as paid by its total, and the shop must refund the excess manually */
  'POST /api/admin/payment-problems/{id}/accept': {
    params: { id: Param };
    body: Solution;
    answer: ProblemFacts;
  };
  /** Lists members, newest first */
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
  /** Returns a member with their activity */
  'GET /api/admin/members/{uid}': {
    params: { uid: Param };
    body: undefined;
    answer: MemberDetail;
  };
  /** Corrects a member's name, telephone, address, sex and birth date by the rules of the profile, and notifies the member of the changed parts and the reason; empty values may stay empty */
  'PUT /api/admin/members/{uid}': {
    params: { uid: Param };
    body: Correction;
    answer: MemberDetail;
  };
  /** Prevents a member from logging in and ends all their sessions; their orders continue */
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
  /** Creates a link with which a member chooses a new password once; earlier links become invalid */
  'POST /api/admin/members/{uid}/password-link': {
    params: { uid: Param };
    body: undefined;
    answer: PasswordLink;
  };
  /** Removes all second factors of a member or administrator who has lost them, and ends their sessions */
  'DELETE /api/admin/members/{uid}/factors': {
    params: { uid: Param };
    body: undefined;
    answer: MemberDetail;
  };
  /** Enters a member's tax number for them, and notifies them of the reason; the shop checks the number again */
  'PUT /api/admin/members/{uid}/tax-number': {
    params: { uid: Param };
    body: NumberCorrection;
    answer: MemberDetail;
  };
  /** Records whether a tax number belongs to its member */
  'POST /api/admin/members/{uid}/tax-number': {
    params: { uid: Param };
    body: NumberJudgement;
    answer: MemberDetail;
  };
  /** Returns the account with an e-mail address, to be checked before it gets an administrator's role */
  'GET /api/admin/staff/candidate': {
    params: { email: Param };
    body: undefined;
    answer: Candidate;
  };
  /** Begins a view of the shop as a member sees it, and notifies the member if the shop has chosen to */
  'POST /api/admin/members/{uid}/views': {
    params: { uid: Param };
    body: undefined;
    answer: ViewBegun;
  };
  /** Opens the view of a code, in the login that requested it */
  'POST /api/admin/member-views': {
    params: Record<string, never>;
    body: ViewCode;
    answer: MemberView;
  };
  /** Ends a view of the caller */
  'DELETE /api/admin/member-views/{id}': {
    params: { id: Param };
    body: undefined;
    answer: void;
  };
  /** Exports the members that match the filter as CSV */
  'GET /api/admin/members.csv': {
    params: { search?: Param; status?: Param; tag?: Param };
    body: undefined;
    answer: Month;
  };
  /** Exports the members that match the filter as a workbook of one sheet, up to 100,000 */
  'GET /api/admin/members.xlsx': {
    params: { search?: Param; status?: Param; tag?: Param };
    body: undefined;
    answer: Blob;
  };
  /** Names a member's heirs for them, and notifies them of the reason */
  'PUT /api/admin/members/{uid}/heirs': {
    params: { uid: Param };
    body: HeirsCorrection;
    answer: MemberDetail;
  };
  /** Records that two members are not the same person; the pair appears again if one later enters data of the other */
  'POST /api/admin/members/{uid}/dismiss-double': {
    params: { uid: Param };
    body: OtherMember;
    answer: MemberDetail;
  };
  /** Lists the periods, latest start first */
  'GET /api/admin/periods': {
    params: { limit?: Param; cursor?: Param };
    body: undefined;
    answer: AdminPeriods;
  };
  /** Creates a period */
  'POST /api/admin/periods': {
    params: Record<string, never>;
    body: PeriodForm;
    answer: AdminPeriodPage;
  };
  /** Returns a period with the details of its page */
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
  /** Deletes a period without orders, points and bonuses */
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
  /** Reopens a period that has ended and is not calculated */
  'POST /api/admin/periods/{id}/reopen': {
    params: { id: Param };
    body: Reopening;
    answer: AdminPeriodPage;
  };
  /** Returns the calculation of a period; before it is calculated, a preview as of now */
  'GET /api/admin/periods/{id}/calculation': {
    params: { id: Param };
    body: undefined;
    answer: Calculation;
  };
  /** Calculates a period as its preview showed, once and for all */
  'POST /api/admin/periods/{id}/calculate': {
    params: { id: Param };
    body: CalculateRequest;
    answer: Calculation;
  };
  /** Returns the safeguards for publishing a plan; stores nothing */
  'POST /api/admin/compensation-plans/safeguards': {
    params: Record<string, never>;
    body: PlanToCheck;
    answer: PlanSafeguards;
  };
  /** Publishes a draft */
  'POST /api/admin/compensation-plan-drafts/{id}/publish': {
    params: { id: Param };
    body: PlanDraftPublication;
    answer: PlanDraftPublished;
  };
  /** Publishes a draft that waits for another owner: the administrator who wanted to publish it may not confirm it */
  'POST /api/admin/compensation-plan-drafts/{id}/confirm': {
    params: { id: Param };
    body: PlanDraftConfirmation;
    answer: PlanVersion;
  };
  /** Returns one order with everything that the shop knows about it */
  'GET /api/admin/orders/{order_id}': {
    params: { order_id: Param };
    body: undefined;
    answer: AdminOrder;
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
  /** Stores a picture (multipart field `picture`; JPEG, PNG or WebP, up to 12 MB): turned upright, at most 1600 pixels a side, encoded again as WebP, without its metadata; a logo or an icon at most 512, as PNG */
  'POST /api/admin/pictures': {
    params: { folder: Param };
    body: FormData;
    answer: Uploaded;
  };
  /** Returns an uploaded proof of payment, for administrators of finance */
  'GET /api/admin/proofs/{file}': {
    params: { file: Param };
    body: undefined;
    answer: Blob;
  };
  /** Returns the owner's settings, and the configuration of the server at its start */
  'GET /api/admin/settings': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminSettings;
  };
  /** Stores the public contact details */
  'PUT /api/admin/settings/contact': {
    params: Record<string, never>;
    body: VersionedContact;
    answer: AdminSettings;
  };
  /** Stores the destination that parcels are sent from */
  'PUT /api/admin/settings/origin': {
    params: Record<string, never>;
    body: VersionedOrigin;
    answer: AdminSettings;
  };
  /** Stores the rules for prices, stock and orders */
  'PUT /api/admin/settings/sales': {
    params: Record<string, never>;
    body: VersionedSalesSettings;
    answer: AdminSettings;
  };
  /** Stores the rules for returns */
  'PUT /api/admin/settings/returns': {
    params: Record<string, never>;
    body: VersionedReturnSettings;
    answer: AdminSettings;
  };
  /** Stores the rules for the registration of members */
  'PUT /api/admin/settings/registration': {
    params: Record<string, never>;
    body: VersionedRegistrationSettings;
    answer: AdminSettings;
  };
  /** Stores the rules for the members' data */
  'PUT /api/admin/settings/privacy': {
    params: Record<string, never>;
    body: VersionedPrivacySettings;
    answer: AdminSettings;
  };
  /** Stores the rules for the payment of bonuses */
  'PUT /api/admin/settings/payouts': {
    params: Record<string, never>;
    body: VersionedPayoutSettings;
    answer: AdminSettings;
  };
  /** Stores the rules for logins and administrators */
  'PUT /api/admin/settings/security': {
    params: Record<string, never>;
    body: VersionedSecuritySettings;
    answer: AdminSettings;
  };
  /** Stores the tax on bonuses, and the legal entity */
  'PUT /api/admin/settings/taxes': {
    params: Record<string, never>;
    body: VersionedTaxSettings;
    answer: AdminSettings;
  };
  /** Returns the shop's brand */
  'GET /api/admin/brand': {
    params: Record<string, never>;
    body: undefined;
    answer: AdminBrand;
  };
  /** Saves the appearance of the shop */
  'PUT /api/admin/brand': {
    params: Record<string, never>;
    body: BrandForm;
    answer: AdminBrand;
  };
  /** Returns the colours made from an accent, changed in each theme as far as legibility requires */
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
  /** Stores the shipping options */
  'PUT /api/admin/shipping': {
    params: Record<string, never>;
    body: ShippingForm;
    answer: AdminShipping;
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
  /** Opens the shop, once all required steps are done, or closes it */
  'PUT /api/admin/setup/open': {
    params: Record<string, never>;
    body: Opening;
    answer: Setup;
  };
  /** Sends the newest entries of the shop as server-sent events: `newest` at once, and again within seconds after an entry was added, on any server */
  'GET /api/admin/live': {
    params: Record<string, never>;
    body: undefined;
    answer: LiveEvent;
  };
  /** Stores a fault of a page */
  'POST /api/page-faults': {
    params: Record<string, never>;
    body: undefined;
    answer: void;
  };
  /** Lists the faults in visitors' browsers of the last 30 days, up to 200 different ones */
  'GET /api/admin/page-faults': {
    params: Record<string, never>;
    body: undefined;
    answer: PageFaults;
  };
  /** Returns the sales of a range of days by product, category, member, place, courier, voucher or hour, compared with the preceding range */
  'GET /api/admin/reports/sales': {
    params: { by: Param; from: Param; to: Param };
    body: undefined;
    answer: SalesReport;
  };
  /** Returns all rows of the sales report as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel in Indonesia */
  'GET /api/admin/reports/sales.csv': {
    params: { by: Param; from: Param; to: Param };
    body: undefined;
    answer: Month;
  };
  /** Returns the orders behind a figure of the report: those that its sums consist of */
  'GET /api/admin/reports/sales/orders': {
    params: { by: Param; from: Param; to: Param; key: Param };
    body: undefined;
    answer: SoldOrders;
  };
  /** Returns how long the stock of each product that is on sale lasts at the pace of the last 30 days */
  'GET /api/admin/reports/stock': {
    params: Record<string, never>;
    body: undefined;
    answer: StockReport;
  };
  /** Returns all rows of the stock report as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel in Indonesia */
  'GET /api/admin/reports/stock.csv': {
    params: Record<string, never>;
    body: undefined;
    answer: Month;
  };
  /** Returns members who bought something in the last 365 days, but nothing in the given number of days; without suspended and erased members */
  'GET /api/admin/reports/lapsed': {
    params: { days: Param };
    body: undefined;
    answer: LapsedMembers;
  };
  /** Returns all members who stopped buying as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel in Indonesia */
  'GET /api/admin/reports/lapsed.csv': {
    params: { days: Param };
    body: undefined;
    answer: Month;
  };
  /** Returns members by the month of joining, with the number of buyers in each month since: the last twelve months */
  'GET /api/admin/reports/cohorts': {
    params: Record<string, never>;
    body: undefined;
    answer: Cohorts;
  };
  /** Returns the retention report as CSV: UTF-8 with byte order mark, cells separated by `;`, the format of Excel in Indonesia */
  'GET /api/admin/reports/cohorts.csv': {
    params: Record<string, never>;
    body: undefined;
    answer: Month;
  };
  /** Returns the books: money received, refunded, still expected and owed */
  'GET /api/admin/books': {
    params: { by: Param; from?: Param; to?: Param };
    body: undefined;
    answer: Books;
  };
  /** Returns the rows of the books as CSV: UTF-8 with a byte order mark, cells separated by `;`, as Excel in Indonesia opens it */
  'GET /api/admin/books.csv': {
    params: { by: Param; from?: Param; to?: Param };
    body: undefined;
    answer: Month;
  };
  /** Lists the backups in the storage, with the outcome of the last */
  'GET /api/admin/backups': {
    params: Record<string, never>;
    body: undefined;
    answer: BackupList;
  };
  /** Requests a backup, which the server begins within seconds */
  'POST /api/admin/backups': {
    params: Record<string, never>;
    body: undefined;
    answer: BackupList;
  };
  /** Returns a backup as a file, as `ksmart restore` and `ksmart rehearse` read it */
  'GET /api/admin/backups/{file}': {
    params: { file: Param };
    body: undefined;
    answer: Blob;
  };
  /** Lists the jobs with the result of their latest run; failing ones come first, then late ones */
  'GET /api/admin/jobs': {
    params: Record<string, never>;
    body: undefined;
    answer: JobList;
  };
  /** Shows proof that a bonus was transferred; only for the caller's own bonuses */
  'GET /storage/proofs/{id}': {
    params: { id: Param };
    body: undefined;
    answer: Blob;
  };
}
