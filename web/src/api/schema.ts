/* eslint-disable */
/* tslint:disable */
// @ts-nocheck
/*
 * ---------------------------------------------------------------
 * ## THIS FILE WAS GENERATED VIA SWAGGER-TYPESCRIPT-API        ##
 * ##                                                           ##
 * ## AUTHOR: acacode                                           ##
 * ## SOURCE: https://github.com/acacode/swagger-typescript-api ##
 * ---------------------------------------------------------------
 */

/** What a change is about. */
export type Subject =
  | "order"
  | "product"
  | "category"
  | "voucher"
  | "banner"
  | "popup_voucher"
  | "review"
  | "page"
  | "member"
  | "period"
  | "compensation_plan"
  | "payout"
  | "settings";

/** Where the goods of an order are, by the spec's wire names. */
export type ShipmentStatus =
  | "menunggu"
  | "dikemas"
  | "dikirim"
  | "selesai"
  | "dibatalkan";

/** What an account may do. */
export type Role = "member" | "owner" | "fulfilment" | "finance" | "catalogue";

/** Where the money of an order is. */
export type PaymentStatus =
  | "pending"
  | "success"
  | "failed"
  | "expired"
  | "cancelled"
  | "refunded";

/** How an order is paid. */
export type PaymentMethod = "online" | "cod";

/** What a member may do with an own order. */
export type OrderAction = "pay" | "cancel" | "complete";

/** Every code that an error on the wire can carry. */
export type Code =
  | "malformed_request"
  | "not_found"
  | "method_not_allowed"
  | "unauthorized"
  | "session_expired"
  | "wrong_credentials"
  | "account_suspended"
  | "link_invalid"
  | "forbidden"
  | "invalid_field"
  | "email_taken"
  | "too_large"
  | "too_many_requests"
  | "out_of_stock"
  | "voucher_invalid"
  | "period_closed"
  | "amount_mismatch"
  | "repeated"
  | "move_refused"
  | "edit_conflict"
  | "already_reviewed"
  | "payment_unavailable"
  | "refund_refused"
  | "shipping_unavailable"
  | "bad_signature"
  | "timeout"
  | "internal";

/** Whether a bonus has been transferred. */
export type BonusStatus = "paid" | "unpaid";

/** Who moves an order. */
export type Actor = "member" | "shop" | "provider" | "system";

/** What a change of an account answers. */
export interface AccountAnswer {
  message: string;
  /** A member, as the member sees themselves. */
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
   */
  rating?: number | null;
  /** Up to 1,000 characters. */
  comment?: string | null;
}

/** What goes into the cart. */
export interface AddToCart {
  user_email?: string | null;
  product_id: ProductId;
  /**
   * Pieces to add, 1 or more.
   * @format int64
   */
  quantity: number;
  /** Name of the variant, for a product that has some. */
  variant?: string | null;
}

/** What goes onto the wishlist. */
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

/** What has its place on the wishlist now. */
export interface AddedToWishlist {
  success: boolean;
  id: WishlistItemId;
}

/** A change as the log shows it. */
export interface AuditEntry {
  /** @format int64 */
  id: number;
  /** When, RFC 3339. */
  at: string;
  /** The administrator's name. */
  actor_name: string;
  /** The administrator's e-mail address. */
  actor_email: string;
  /** What was done: `create`, `update`, `delete`, or a verb such as `ship`. */
  action: string;
  /** What a change is about. */
  subject: Subject;
  /** Which one, as people know it. */
  key: string;
  /** What differs, as it was; null for what was new. */
  before?: object | null;
  /** What differs, as it became; null for what was taken away. */
  after?: object | null;
}

/** The audit log, newest first. */
export interface AuditLog {
  entries: AuditEntry[];
  next_cursor?: string | null;
}

/** A banner of the home page. */
export interface Banner {
  /** @format int64 */
  id: number;
  /** Below `/storage/`, 1560 by 531 pixels. */
  picture: string;
  /** What the picture says. */
  alt: string;
  /** Where it leads, an address inside the shop. */
  link?: string | null;
}

/** A bonus of a member. */
export interface Bonus {
  id: BonusId;
  bv_period_id: PeriodId;
  bv_period_name: string;
  /** @format int64 */
  bonus_rupiah: number;
  /** Whether a bonus has been transferred. */
  status: BonusStatus;
  /** A picture of the transfer, below `/storage/`. */
  proof_transfer?: string | null;
  /**
   * Points of all below the caller in the period.
   * @format int64
   */
  total_downline_bv: number;
}

/** @format int64 */
export type BonusId = number;

/** A part of a bonus. */
export interface BonusLine {
  /** @format int64 */
  id: number;
  /** Whose points they are. */
  member_name: string;
  member_uid: string;
  /**
   * Steps below the caller: 0 is the caller's own volume.
   * @format int64
   */
  level: number;
  /**
   * Points.
   * @format int64
   */
  bv: number;
  /**
   * Rate of the level in percent.
   * @format double
   */
  rate: number;
  /**
   * What it comes to.
   * @format int64
   */
  rupiah: number;
}

/** The lines of a bonus; all of them sum to it exactly. */
export interface BonusLines {
  /** @format int64 */
  bonus_rupiah: number;
  /**
   * What a point was worth, rupiah: a line is points × this × rate / 100, rounded down.
   * @format int64
   */
  point_value: number;
  /** Whether the bonuses of the period came to more than the cap, so that each line was scaled down. */
  is_scaled: boolean;
  /** The caller's own volume first, then level by level. */
  lines: BonusLine[];
  next_cursor?: string | null;
}

/** What those below the caller have earned. */
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
   * Key of the order line; a refunded line stands in the list twice.
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
  /** @format int64 */
  quantity: number;
  /**
   * Points of one piece.
   * @format int64
   */
  product_bv: number;
  /**
   * Points of the line, negative for a refund.
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
  id: PeriodId;
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

/** What the caller has earned in a period. */
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
  /** Newest first. */
  transactions: BvTransaction[];
  next_cursor?: string | null;
}

/** The report, where the specification looks for it. */
export interface BvReportData {
  /** What the caller has earned in a period. */
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
  /** Where the payment is. */
  status: PaymentStatus;
  /**
   * The plan that it earns in.
   * @format int64
   */
  id_plan: number;
  /**
   * What was to be paid, rupiah.
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

/** Why the member calls an order off. */
export interface Cancel {
  /** Up to 300 characters. */
  reason?: string | null;
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
   * Price of one piece, rupiah.
   * @format int64
   */
  harga: number;
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
}

/** @format int64 */
export type CartLineId = number;

/** A category. */
export interface Category {
  /** @format int64 */
  id: number;
  name: string;
  /** Below `/storage/`. */
  picture: string;
}

/** A temporary checkout. */
export interface CheckoutDraft {
  checkout_token: string;
  selected_products: SelectedProduct[];
}

/** An order as the checkout sends it. */
export interface CreateTransaction {
  userId?: MemberId | null;
  /** @format int64 */
  id_plan?: number | null;
  receiver_name: string;
  receiver_phone: string;
  receiver_email: string;
  /** Street address and the label of the destination. */
  receiver_address: string;
  /**
   * What the shopper was shown, rupiah; it must be what the server computes.
   * @format int64
   */
  gross_amount: number;
  voucher_code?: string | null;
  /**
   * Shown to the shopper; the server asks for it again.
   * @format int64
   */
  shipping_cost?: number | null;
  /** `JNE - REG23`. */
  shipping_method?: string | null;
  /** How an order is paid. */
  payment_method: PaymentMethod;
  products: Selection[];
  bv_period_id: PeriodId;
  /** Makes the call repeatable: the same token gives the same order. */
  checkout_token: string;
  /** @format int64 */
  receiver_destination_id: number;
}

/** What goes out of the cart. */
export interface Decrease {
  user_email?: string | null;
  product_id: ProductId;
  /**
   * Pieces to take out, 1 or more.
   * @format int64
   */
  quantity: number;
  /** Name of the variant; without it, the product's oldest line. */
  variant?: string | null;
}

/** What is left of the line. */
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

/** What a search found. */
export interface DestinationList {
  success: boolean;
  data: Destination[];
}

/** That it was done. */
export interface Done {
  /** Always true. */
  success: boolean;
}

/** A member below the caller. */
export interface Downline {
  uid: string;
  name: string;
  /** Masked (`b***@m***`) below the direct downline if the shop wants it so. */
  email?: string | null;
  /** File below `/uploads/profile/`. */
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
   * How many stand below the caller in all, whatever is searched for.
   * @format int64
   */
  total: number;
  next_cursor?: string | null;
}

/** The body of an error. */
export interface ErrorBody {
  /** The sentence to show, in Indonesian. */
  message: string;
  /** The stable name. */
  code: Code;
}

/** Something that happened to a parcel. */
export interface Event {
  /** When; `null` if the courier's own words cannot be read. */
  at?: string | null;
  /** When, in the courier's own words. */
  date: string;
  /** What, in the courier's own words. */
  description: string;
  /** The courier's name for it, or nothing. */
  status: string;
}

/** What a member says on the home page. */
export interface Highlight {
  /** File below `/uploads/profile/`. */
  profile_picture?: string | null;
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

/** What to keep. */
export interface KeepDraft {
  selected_products: Selection[];
  /** The token of the checkout, 16 to 64 letters, digits, `-` or `_`; a new one is made if there is none. */
  checkout_token?: string | null;
}

/** A leader, as anyone who registers may know them. */
export interface Leader {
  uid: string;
  name: string;
}

/** A new leader for a member. */
export interface LeaderChange {
  /** The new leader's uid; null puts the member at the top. */
  leader_uid: string | null;
  /** The leader whom the form showed; null for none. */
  leader_uid_before: string | null;
  /** Why, up to 300 characters. */
  reason: string;
}

/** Another member, by name. */
export interface LeaderName {
  uid: string;
  name: string;
}

/** What would change with a member's leader. */
export interface LeaderPreview {
  /**
   * How many would move: the member and all below.
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

/** Who wants to log in. */
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
  /** `L` or `P`. */
  gender: string;
  /** `YYYY-MM-DD`. */
  birth_date: string;
  /**
   * Plan chosen at registration.
   * @format int64
   */
  plan_id: number;
  /** File below `/uploads/profile/`. */
  picture?: string | null;
  /** What an account may do. */
  role: Role;
  leader?: LeaderName | null;
  /** When the member joined, RFC 3339. */
  joined_at: string;
  /** Since when the member may not log in. */
  suspended_at?: string | null;
  /**
   * How many have the member as their leader.
   * @format int64
   */
  directs: number;
  /**
   * How many stand below at any depth.
   * @format int64
   */
  downlines: number;
  /** Points of the newest periods, newest first. */
  periods: PeriodPoints[];
  /** The newest orders, newest first. */
  orders: Order[];
  /** All bonuses, newest period first. */
  bonuses: Bonus[];
  /** What administrators changed lately, newest first. */
  changes: AuditEntry[];
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

/** A member in the list. */
export interface MemberRow {
  uid: string;
  name: string;
  email: string;
  /** `08…`. */
  phone: string;
  /** What an account may do. */
  role: Role;
  leader?: LeaderName | null;
  /** When the member joined, RFC 3339. */
  joined_at: string;
  /** Since when the member may not log in. */
  suspended_at?: string | null;
  /**
   * How many have the member as their leader.
   * @format int64
   */
  directs: number;
  /**
   * How many stand below at any depth.
   * @format int64
   */
  downlines: number;
}

/** What a move answers. */
export interface MoveAnswer {
  message: string;
  /** An order. */
  data: Order;
}

/** A level of the network below one member, or its top. */
export interface NetworkLevel {
  members: NetworkMember[];
  next_cursor?: string | null;
}

/** A member in the network. */
export interface NetworkMember {
  uid: string;
  name: string;
  /** What an account may do. */
  role: Role;
  is_suspended: boolean;
  /**
   * How many have the member as their leader.
   * @format int64
   */
  directs: number;
  /**
   * How many stand below at any depth.
   * @format int64
   */
  downlines: number;
}

/** The way from the top of the network to a member. */
export interface NetworkPath {
  /** The top first, the member last. */
  path: NetworkMember[];
}

/** Who shall be an administrator. */
export interface NewStaff {
  /** The address of an account that there is, or of the new one. */
  email: string;
  /** The name for a new account; without one the account must be there. */
  name?: string | null;
  /** What an account may do. */
  role: Role;
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

/** An order. */
export interface Order {
  /** Its number, such as `KS-20261121-7K3M9QXA`. */
  order_id: string;
  created_at: string;
  /** When it gives its stock back if it is not paid; only while it waits for an online payment. */
  expires_at?: string | null;
  /** Where the goods of an order are, by the spec's wire names. */
  shipment_status: ShipmentStatus;
  /** Where the payment is. */
  status: PaymentStatus;
  shipping_method: string;
  /** Tracking number. */
  resi?: string | null;
  /**
   * Rupiah.
   * @format int64
   */
  shipping_cost: number;
  /** How it is paid. */
  payment_method: PaymentMethod;
  /** Who receives it. */
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
   * What the voucher took off, rupiah.
   * @format int64
   */
  discount_amount: number;
  /**
   * What is to be paid, rupiah.
   * @format int64
   */
  gross_amount: number;
  /**
   * Business volume that it earns, points.
   * @format int64
   */
  total_bv: number;
  /** @format int64 */
  id_plan: number;
  bv_period_id: PeriodId;
  bv_period_name: string;
  /** The payment page, while it can be paid online. */
  redirect_url?: string | null;
  /** What was bought. */
  products: OrderProduct[];
  moves: OrderMove[];
  /** What the member may do now. */
  actions: OrderAction[];
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

/** A move of an order. */
export interface OrderMove {
  at: string;
  /** `placed`, `paid`, `failed`, `expired`, `cancelled`, `refunded`, `packed`, `shipped` or `completed`. */
  what: string;
  /** Who moves an order. */
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
  /** Below `/storage/`. */
  picture: string;
  /**
   * Business volume of one piece, points.
   * @format int64
   */
  bv: number;
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
}

/** The caller's reviews. */
export interface OwnReviews {
  success: boolean;
  /** Newest first. */
  data: OwnReview[];
  next_cursor?: string | null;
}

/** What a new password answers. */
export interface PasswordChanged {
  message: string;
}

/** A link for choosing a password; it is shown once, and nobody can find it out again. */
export interface PasswordLink {
  /** The address, with the token in its fragment, which browsers send to nobody. */
  url: string;
  /** Until when it can be used, RFC 3339. */
  expires_at: string;
}

/** A new password, by a one-time link. */
export interface PasswordReset {
  /** What stands behind `#token=` in the link. */
  token: string;
  password: string;
  /** The password again. */
  confirm: string;
}

/** The payment page of an order. */
export interface PaymentPage {
  redirect_url: string;
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
   * Points of all below.
   * @format int64
   */
  group_bv: number;
}

/** A picture of a product. */
export interface Picture {
  /** @format int64 */
  id: number;
  /** Below `/storage/`. */
  picture: string;
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

/** A product as lists show it. */
export interface Product {
  /** Key. */
  id: ProductId;
  /** Name. */
  name: string;
  /** Picture below `/storage/`. */
  picture: string;
  /**
   * Price of one piece, rupiah.
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
}

/** A product as its own page shows it. */
export type ProductDetail = Product & {
  /** Composition. */
  komposisi: string;
  /** How to use it. */
  cara_pakai: string;
  /** How to store it. */
  penyimpanan: string;
  /** Name of the category. */
  category_name: string;
  /** What there is to choose from. */
  variants: Variant[];
  images: Picture[];
  augmented: Picture[];
};

/** @format int64 */
export type ProductId = number;

/** A question about a product. */
export interface Question {
  /** The product that is asked about. */
  product_id: ProductId;
  /** 1 to 500 characters, spaces around it not counted. */
  question: string;
}

/** What a cart comes to. */
export interface Quote {
  /**
   * Sum of price × quantity, in rupiah.
   * @format int64
   */
  subtotal: number;
  /**
   * What the voucher takes off, in rupiah.
   * @format int64
   */
  discount: number;
  /**
   * Subtotal after the voucher, in rupiah.
   * @format int64
   */
  discounted_subtotal: number;
  /**
   * Shipping cost, in rupiah.
   * @format int64
   */
  shipping_cost: number;
  /**
   * What the buyer pays, in rupiah.
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

/** Why something is done to an account. */
export interface Reason {
  /** Up to 300 characters. */
  reason: string;
}

/** Why the shop gives the money of an order back. */
export interface Refund {
  /** 1 to 300 characters. */
  reason: string;
  /** The money was given back by hand: the provider is not asked. */
  manual?: boolean;
}

/** A review. */
export interface Review {
  /** @format int64 */
  id: number;
  user_id: MemberId;
  product_id: ProductId;
  order_id: string;
  /**
   * Stars, 1 to 5.
   * @format int64
   */
  rating: number;
  comment?: string | null;
  created_at: string;
  user_name: string;
  /** File below `/uploads/profile/`. */
  user_picture?: string | null;
}

/** The reviews of a product. */
export interface Reviews {
  success: boolean;
  data: Review[];
  /**
   * Average, 0 to 5.
   * @format double
   */
  average_rating: number;
  /** @min 0 */
  total_review: number;
}

/** Another role for an administrator. */
export interface RoleChange {
  /** `member` takes the desk away. */
  role: Role;
  /** The role that the form showed. */
  role_before: Role;
}

/** A chosen product with what the shop knows of it. */
export type SelectedProduct = Selection & {
  name: string;
  /** Below `/storage/`. */
  picture: string;
  /**
   * Price of one piece, rupiah.
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
   */
  quantity: number;
}

/** What the courier gave. */
export interface Ship {
  /** Tracking number, up to 64 characters. */
  resi: string;
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
}

/** The ways to ship a parcel. */
export interface ShippingOptionList {
  success: boolean;
  shipping_options: ShippingOption[];
}

/** Why the shop calls an order off. */
export interface ShopCancel {
  /** 1 to 300 characters. */
  reason: string;
}

/** A new administrator. */
export interface StaffAdded {
  /** An administrator. */
  staff: StaffMember;
  /** For a new account: the link for choosing its password, shown once. */
  link?: PasswordLink | null;
}

/** The administrators, those who came first first. */
export interface StaffList {
  staff: StaffMember[];
  next_cursor?: string | null;
}

/** An administrator. */
export interface StaffMember {
  uid: string;
  name: string;
  email: string;
  /** What an account may do. */
  role: Role;
  /** Since when the administrator may not log in. */
  suspended_at?: string | null;
}

/** Where a parcel is. */
export interface Tracking {
  resi: string;
  /** `JNE - REG23`. */
  shipping_method: string;
  /** What was said last, or nothing. */
  last_status: string;
  /** Newest first; empty while the courier knows nothing of the parcel. */
  history: Event[];
}

/** Where the parcel of an order is. */
export interface TrackingData {
  /** Where a parcel is. */
  data: Tracking;
}

/** The order that was placed. */
export interface TransactionAnswer {
  /** An order. */
  transaction: Order;
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
  /** What the account may do. */
  role: Role;
}

/** A variant of a product. */
export interface Variant {
  /** @format int64 */
  id: number;
  /** Name. */
  variant_name: string;
}

/** A voucher as the list shows it. */
export interface Voucher {
  id: VoucherId;
  code: string;
  /**
   * Percent of the product subtotal.
   * @format double
   */
  discount: number;
  /** Below `/storage/`. */
  picture: string;
  /** Whether it can be used now. */
  valid: boolean;
  /** When it ends, RFC 3339. */
  exp: string;
  title: string;
  terms: string[];
}

/** Whether a voucher can be used. */
export interface VoucherCheck {
  code: string;
  valid: boolean;
  /**
   * Percent of the product subtotal; 0 if it is not valid.
   * @format double
   */
  discount: number;
  /** The sentence to show. */
  message: string;
}

/** @format int64 */
export type VoucherId = number;

/** A wishlist. */
export interface Wishlist {
  success: boolean;
  data: WishlistItem[];
}

/** A product on a wishlist, with all that lists of products know of it. */
export interface WishlistItem {
  id: WishlistItemId;
  product_id: ProductId;
  user_id: MemberId;
  name: string;
  /**
   * Price of one piece, rupiah.
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
}

/** @format int64 */
export type WishlistItemId = number;
