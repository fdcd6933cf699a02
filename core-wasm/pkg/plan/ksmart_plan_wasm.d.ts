/* tslint:disable */
/* eslint-disable */
/**
 * A cart to be priced.
 */
export interface QuoteInput {
    /**
     * Lines of the cart; their order has no effect.
     */
    lines: QuoteLine[];
    /**
     * Voucher discount in percent of the products that the voucher covers, 0 to 100, as decimal text such as `"12.5"`
     * (no exponent).
     */
    discount_percent: string;
    /**
     * Maximum discount by the percentage, in rupiah, 0 or more; none means no limit.
     */
    discount_most?: number;
    /**
     * Fixed amount that the voucher takes off the products it covers, besides the percentage, in rupiah, 0 or more.
     */
    discount_amount?: number;
    /**
     * Shipping cost in whole rupiah, 0 or more.
     */
    shipping_cost: number;
    /**
     * Maximum discount by the voucher on the shipping cost, in rupiah, 0 or more; [`MAX_AMOUNT`] for all of it.
     */
    shipping_discount?: number;
}

/**
 * A component of the plan, with the effect of all other members' points.
 */
export interface Component {
    /**
     * Code of the component in the plan.
     */
    code: string;
    /**
     * Display name of the component.
     */
    name: string;
    /**
     * Payment rule.
     */
    kind: Kind;
    /**
     * Plans whose points the component pays for.
     */
    volume: Volume;
    /**
     * Needs that must all be met to be paid.
     */
    needs: Need[];
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
     */
    others_points: number;
    /**
     * Shares of all other members, for a pool; else 0.
     */
    others_shares: number;
    /**
     * Own shares by the rank that the member holds, for a pool.
     */
    shares: number[];
    /**
     * Whether a member who does not meet the needs still uses up a level or a rate.
     */
    uses_up?: boolean;
}

/**
 * A direct follower of the member, with the follower's downline.
 */
export interface Leg {
    /**
     * Points of the whole leg, allocated.
     */
    points: PlanVolumes;
    /**
     * The follower's own points as they were earned, before the allocation; below 0 after refunds.
     */
    earned: PlanVolumes;
    /**
     * Points of the follower's personal group, allocated.
     */
    group: PlanVolumes;
    /**
     * The index of the rank that the follower holds.
     */
    rank: number;
    /**
     * Data for trying other points of the follower; `None` for legs that are too weak for that.
     */
    follower: Follower | undefined;
}

/**
 * A need and its current value.
 */
export interface NeedNow {
    /**
     * Current value.
     */
    has: number;
    /**
     * Minimum that meets the need.
     */
    at_least: number;
    /**
     * Whether the need is met.
     */
    is_met: boolean;
}

/**
 * A person's data as typed into the registration or the profile form.
 */
export interface ProfileForm {
    /**
     * Full name, up to 100 characters.
     */
    name: string;
    /**
     * Mobile number in any usual Indonesian spelling.
     */
    no_hp: string;
    /**
     * Postal address, up to 300 characters.
     */
    alamat: string;
    /**
     * One of BCA, BNI, BRI, Mandiri, CIMB, or of `more_banks`.
     */
    bank: string;
    /**
     * Bank account number, with or without separators.
     */
    rekening_bank: string;
    /**
     * Gender: `L` for male, `P` for female.
     */
    jenis_kelamin: string;
    /**
     * Birth date, `YYYY-MM-DD`.
     */
    tanggal_lahir: string;
    /**
     * The day on which the form is checked, `YYYY-MM-DD`.
     */
    today: string;
    /**
     * Fields of [`CAN_WAIT`] that may be empty; a value typed there is still checked; `bank` covers the bank and the
     * account number.
     */
    later?: string[];
    /**
     * Banks of [`MORE_BANKS`] that the shop offers.
     */
    more_banks?: string[];
}

/**
 * A photo to be uploaded: its size and its first bytes.
 */
export interface PhotoHead {
    /**
     * Total size in bytes.
     */
    size: number;
    /**
     * The first bytes, 12 or more.
     */
    head: number[];
}

/**
 * A product of an order that may have a minimum quantity.
 */
export interface MinimumLine {
    /**
     * The key of the product.
     */
    product_id: number;
    /**
     * Name of the product, for the error message.
     */
    name: string;
    /**
     * Pieces of this line; lines of the same product count together, whatever their variants.
     */
    quantity: number;
    /**
     * Minimum number of pieces of the product in an order, 1 or more.
     */
    least: number;
}

/**
 * A product review as the member typed it.
 */
export interface ReviewForm {
    /**
     * Stars, 1 to 5; 0 for none chosen yet.
     */
    rating: number;
    /**
     * Text of the member's review, up to 1,000 characters.
     */
    comment: string | undefined;
}

/**
 * A rank of the plan.
 */
export interface Rank {
    /**
     * Display name of the rank.
     */
    name: string;
    /**
     * Needs that must all be met.
     */
    needs: Need[];
}

/**
 * A refused field, with the message to show next to it.
 */
export interface FieldError {
    /**
     * The field's wire name; a path such as `components.2.rates.builder` in a document.
     */
    field: string;
    /**
     * The error's stable name.
     */
    code: string;
    /**
     * Message to show, in Indonesian.
     */
    message: string;
}

/**
 * Action that a member may take on their own order.
 */
export type OrderAction = "pay" | "cancel" | "complete";

/**
 * Amount that a component would pay for the hypothetical points.
 */
export interface ComponentNow {
    /**
     * Amount in rupiah, after the member's cap.
     */
    rupiah: number;
    /**
     * Needs of the component, in the order of the plan.
     */
    needs: NeedNow[];
    /**
     * Whether all needs of the component are met.
     */
    is_met: boolean;
}

/**
 * Bonus that a period would pay for the hypothetical points.
 */
export interface Preview {
    /**
     * Own points, allocated.
     */
    own: PlanVolumes;
    /**
     * Index of the resulting rank.
     */
    rank: number;
    /**
     * Needs of the next rank, in the order of the plan; empty if the member holds the highest rank.
     */
    next: NeedNow[];
    /**
     * Components, in the order of the plan.
     */
    components: ComponentNow[];
    /**
     * Whole bonus, in rupiah, after the member's cap.
     */
    bonus_rp: number;
    /**
     * Whether the member's cap reduced the bonus.
     */
    is_capped: boolean;
}

/**
 * Business volume per plan, in points.
 */
export interface PlanVolumes {
    /**
     * Points in Plan A.
     */
    plan_a: number;
    /**
     * Points in Plan B.
     */
    plan_b: number;
}

/**
 * Calculated totals of a cart.
 */
export interface Quote {
    /**
     * Sum of price × quantity, in rupiah.
     */
    subtotal: number;
    /**
     * Discount by the voucher, in rupiah.
     */
    discount: number;
    /**
     * Subtotal after the voucher, in rupiah.
     */
    discounted_subtotal: number;
    /**
     * Shipping cost for the buyer, in rupiah.
     */
    shipping_cost: number;
    /**
     * Discount on the shipping cost by the voucher, in rupiah.
     */
    shipping_discount: number;
    /**
     * Total for the buyer, in rupiah.
     */
    total: number;
    /**
     * Business volume earned, in points; a voucher does not lower it.
     */
    bv: number;
    /**
     * Weight for the shipping look-up in kilograms, as decimal text.
     */
    weight_kg: string;
    /**
     * Item value for the shipping look-up, in rupiah.
     */
    item_value: number;
}

/**
 * Condition of a rank or component, with its rank as an index.
 */
export interface Need {
    /**
     * Measured quantity.
     */
    metric: Metric;
    /**
     * Plans whose points count; `both`, without effect, if the metric measures no points.
     */
    volume: Volume;
    /**
     * Number of the leg, 1 being the strongest; 0 if the metric measures no leg.
     */
    nth: number;
    /**
     * Index of the required rank; 0 if the metric requires none.
     */
    rank: number;
    /**
     * Minimum that meets the need.
     */
    at_least: number;
}

/**
 * Data on the effect of other points of a direct follower.
 */
export interface Follower {
    /**
     * The index of the rank that the follower holds permanently.
     */
    held: number;
    /**
     * The index of the highest rank that someone below the follower holds.
     */
    highest: number;
    /**
     * Points of the follower and their whole downline in both plans, in the periods already calculated.
     */
    total_before: number;
    /**
     * Number of the follower's legs in which someone holds a rank or a higher one, by the rank's index.
     */
    legs_with_rank: number[];
    /**
     * Number of the follower's direct followers who hold a rank or a higher one, by the rank's index.
     */
    directs_with_rank: number[];
    /**
     * Points of the follower's strongest legs that needs measure, strongest first: of Plan A, of Plan B and of both.
     */
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

/**
 * Hypothetical points for which a bonus is previewed.
 */
export interface Trial {
    /**
     * Own points before the allocation.
     */
    own: PlanVolumes;
    /**
     * Index of the leg that gets more points; left out if no leg changes.
     */
    leg: number | undefined;
    /**
     * Additional points that the direct follower at the head of that leg earns, before the allocation.
     */
    added: PlanVolumes;
}

/**
 * One line of a cart, with everything that its quote depends on.
 */
export interface QuoteLine {
    /**
     * Price of one piece in whole rupiah, 0 or more.
     */
    price: number;
    /**
     * Business volume of one piece in points, 0 or more.
     */
    bv: number;
    /**
     * Shipping weight of one piece in grams, 0 or more.
     */
    weight_gr: number;
    /**
     * Pieces, 1 or more.
     */
    quantity: number;
    /**
     * Whether the voucher excludes this product.
     */
    excluded?: boolean;
}

/**
 * Part of a network that determines the bonus of one member in a period: input of the preview.
 */
export interface Corner {
    /**
     * Value of a point in rupiah.
     */
    point_value_rp: number;
    /**
     * Maximum bonus of a member for the period, in rupiah; null without such a cap.
     */
    member_cap_rp: number | undefined;
    /**
     * Index of the lowest rank whose holders head a group of their own; null if a personal group is the whole
     * downline.
     */
    boundary: number | undefined;
    /**
     * Ranks, lowest first.
     */
    ranks: Rank[];
    /**
     * Components, in the order of the plan.
     */
    components: Component[];
    /**
     * Index of the rank that the member holds permanently.
     */
    held: number;
    /**
     * Own points as they were earned, before the allocation; below 0 after refunds.
     */
    earned: PlanVolumes;
    /**
     * Points of the downline, allocated.
     */
    below: PlanVolumes;
    /**
     * Points of the downline within the personal group, allocated.
     */
    group: PlanVolumes;
    /**
     * Points of the member and the whole downline in both plans, in the periods already calculated.
     */
    total_before: number;
    /**
     * Number of legs in which someone holds a rank or a higher one, by the rank's index.
     */
    legs_with_rank: number[];
    /**
     * Number of direct followers who hold a rank or a higher one, by the rank's index.
     */
    directs_with_rank: number[];
    /**
     * Strongest legs: those that needs measure, and those that are shown.
     */
    legs: Leg[];
    /**
     * Current bonus of the period, in rupiah by component, after the member's cap.
     */
    paid_rp: number[];
}

/**
 * Payment method of an order.
 */
export type PaymentMethod = "online" | "cod";

/**
 * Payment rule of a component.
 */
export type Kind = "personal" | "level" | "differential" | "generation" | "pool";

/**
 * Payment state of an order.
 */
export type PaymentStatus = "pending" | "success" | "failed" | "expired" | "cancelled" | "refunded";

/**
 * Plans whose points count.
 */
export type Volume = "a" | "b" | "both";

/**
 * Quantity measured by a need.
 */
export type Metric = "pv" | "gv" | "pgv" | "leg_gv" | "legs_with_rank" | "directs_with_rank" | "total_gv" | "rank";

/**
 * Receiver of an order.
 */
export interface ReceiverForm {
    /**
     * Name, up to 100 characters.
     */
    receiver_name: string;
    /**
     * Mobile number in any usual Indonesian spelling.
     */
    receiver_phone: string;
    /**
     * E-mail address.
     */
    receiver_email: string;
    /**
     * Street address with the destination's label, up to 500 characters.
     */
    receiver_address: string;
}

/**
 * Request to add pieces to a cart.
 */
export interface CartAddition {
    /**
     * Pieces to add, 1 or more.
     */
    quantity: number;
    /**
     * Pieces that are in the cart already.
     */
    in_cart: number;
    /**
     * Pieces that the shop has in stock.
     */
    stock: number;
}

/**
 * Shipment state of an order.
 */
export type ShipmentStatus = "menunggu" | "dikemas" | "dikirim" | "selesai" | "dibatalkan";

/**
 * The registration form.
 */
export interface RegistrationForm {
    /**
     * E-mail address, with which the member logs in.
     */
    email: string;
    /**
     * Password, 8 to 128 characters.
     */
    password: string;
    /**
     * Password, typed a second time.
     */
    confirm_password: string;
    /**
     * Personal data of the new member.
     */
    profile: ProfileForm;
}

/**
 * The state of an order.
 */
export interface OrderState {
    /**
     * Payment method; never changes.
     */
    payment_method: PaymentMethod;
    /**
     * State of the payment.
     */
    payment_status: PaymentStatus;
    /**
     * State of the shipment.
     */
    shipment_status: ShipmentStatus;
    /**
     * Whether a COD order still needs the shop's approval before it is packed.
     */
    held?: boolean;
}


/**
 * Previews a member's bonus of a period for points to try, from that member's corner of the network.
 */
export function preview(corner: Corner, trial: Trial): Preview;
