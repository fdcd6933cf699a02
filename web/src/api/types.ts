/** What goes over the wire, in the server's own names. */

export type User = {
  id: number;
  uid: string;
  name: string;
  email: string;
  no_hp: string;
  alamat: string;
  bank: string;
  rekening_bank: string;
  jenis_kelamin: 'L' | 'P';
  tanggal_lahir: string;
  id_plan: number;
  profile_picture: string | null;
  leader_id: string | null;
  BV: number;
  role: 'member' | 'admin';
};

export type LoginAnswer = { token: string; user: User };

export type Leader = { uid: string; name: string };

export type Plan = { id: number; name: string };

export type BvPeriod = { id: number; name: string; start_date: string; end_date: string };

export type Product = {
  id: number;
  name: string;
  picture: string;
  harga: number;
  stock: number;
  bv: number;
  beratPengiriman: number;
  beratBersih: number;
  pemesananMin: number;
  deskripsi: string;
  average_rating: number;
  terjual: number;
  category_id: number;
};

export type ProductVariant = { id: number; variant_name: string };

export type ProductPicture = { id: number; picture: string };

export type ProductDetail = Product & {
  komposisi: string;
  cara_pakai: string;
  penyimpanan: string;
  category_name: string;
  variants: ProductVariant[];
  images: ProductPicture[];
  augmented: ProductPicture[];
};

export type Category = { id: number; name: string; picture: string };

export type CartLine = {
  id: number;
  product_id: number;
  quantity: number;
  stock: number;
  variant: string | null;
  user_email: string;
  name: string;
  picture: string;
  harga: number;
  bv: number;
  beratPengiriman: number;
};

export type VoucherCheck = { code: string; valid: boolean; discount: number; message: string };

export type Destination = {
  id: number;
  label: string;
  subdistrict_name: string;
  district_name: string;
  city_name: string;
  province_name: string;
  zip_code: string;
};

export type ShippingMethod = { id: string; name: string; description: string };

export type ShippingOption = {
  shipping_name: string;
  service_name: string;
  shipping_cost: number;
  etd: string;
};

export type ProductChoice = {
  id: number | null;
  product_id: number;
  variant: string | null;
  quantity: number;
};

export type SelectedProduct = ProductChoice & {
  name: string;
  picture: string;
  harga: number;
  stock: number;
  bv: number;
  beratPengiriman: number;
};

export type CheckoutDraft = { checkout_token: string; selected_products: SelectedProduct[] };

export type CreateTransaction = {
  userId: number;
  id_plan: number;
  receiver_name: string;
  receiver_phone: string;
  receiver_email: string;
  receiver_address: string;
  gross_amount: number;
  voucher_code: string | null;
  shipping_cost: number;
  shipping_method: string;
  payment_method: 'online' | 'cod';
  products: ProductChoice[];
  bv_period_id: number;
  checkout_token: string;
  receiver_destination_id: number;
};

export type ShipmentStatus = 'menunggu' | 'dikemas' | 'dikirim' | 'selesai' | 'dibatalkan';

export type PaymentStatus = 'pending' | 'success' | 'failed' | 'expired' | 'cancelled' | 'refunded';

export type OrderProduct = {
  id: number;
  product_id: number;
  name: string;
  variant: string | null;
  price: number;
  quantity: number;
  picture: string;
  bv: number;
};

export type OrderMove = {
  at: string;
  what:
    | 'placed'
    | 'paid'
    | 'failed'
    | 'expired'
    | 'cancelled'
    | 'refunded'
    | 'packed'
    | 'shipped'
    | 'completed';
  by: string;
  reason: string | null;
};

export type OrderAction = 'pay' | 'cancel' | 'complete';

export type Order = {
  order_id: string;
  created_at: string;
  expires_at: string | null;
  shipment_status: ShipmentStatus;
  status: PaymentStatus;
  shipping_method: string;
  resi: string | null;
  shipping_cost: number;
  payment_method: 'online' | 'cod';
  receiver_name: string;
  receiver_phone: string;
  receiver_email: string;
  receiver_address: string;
  voucher_code: string | null;
  discount: number;
  subtotal: number;
  discount_amount: number;
  gross_amount: number;
  total_bv: number;
  id_plan: number;
  bv_period_id: number;
  bv_period_name: string;
  redirect_url: string | null;
  products: OrderProduct[];
  moves: OrderMove[];
  actions: OrderAction[];
};

export type Review = {
  id: number;
  user_id: number;
  product_id: number;
  order_id: string;
  rating: number;
  comment: string | null;
  created_at: string;
  user_name: string;
  user_picture: string | null;
};

export type ReviewList = {
  success: boolean;
  data: Review[];
  average_rating: number;
  total_review: number;
};
