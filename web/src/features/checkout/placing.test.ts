import { describe, expect, it } from 'vitest';
import type { Destination, SelectedProduct, ShippingOption, User } from '@/api/schema';
import { loadCore, quoteInput } from '@/core';
import type { Draft } from './atoms';
import { check, planOf, receiverOf, transactionOf } from './placing';

const me = {
  id: 3,
  name: 'Siti Aminah',
  no_hp: '081200001075',
  email: 'siti@ksmart.test',
  alamat: 'Jl. Diponegoro No. 45',
  id_plan: 2,
} as User;
const service: ShippingOption = {
  shipping_name: 'JNE',
  service_name: 'REG23',
  shipping_cost: 14000,
  etd: '1-2',
};
const draft: Draft = {
  receiver_name: null,
  receiver_phone: null,
  receiver_email: null,
  receiver_address: 'Jl. Kenanga No. 5',
  destination: { id: 17565, label: 'TEBET TIMUR, JAKARTA SELATAN' } as Destination,
  voucher: { code: 'KSMARTBARU', valid: true, discount: 12.5, message: '' },
  periodId: null,
  planId: null,
  methodId: null,
  service: null,
  payment: 'online',
};
const product = { id: 9, product_id: 1, variant: 'Mint', quantity: 2, harga: 168000 };
const products = [{ ...product, bv: 18, beratPengiriman: 620, stock: 5 } as SelectedProduct];

describe('the checkout', () => {
  it('proposes the member as receiver', () => {
    expect(receiverOf(draft, me)).toEqual({
      receiver_name: 'Siti Aminah',
      receiver_phone: '081200001075',
      receiver_email: 'siti@ksmart.test',
      receiver_address: 'Jl. Kenanga No. 5',
    });
    expect(receiverOf({ ...draft, receiver_name: '' }, me).receiver_name).toBe('');
  });

  it('proposes the plan of the member', () => {
    expect(planOf(draft, me)).toBe(2);
    expect(planOf({ ...draft, planId: 1 }, me)).toBe(1);
  });

  it('accepts a complete draft', async () => {
    expect(await check(receiverOf(draft, me), draft, service)).toEqual({});
  });

  it('reports missing fields', async () => {
    const bare = { ...draft, receiver_name: '', destination: null };
    const errors = await check(receiverOf(bare, me), bare, null);
    expect(Object.keys(errors)).toEqual(['receiver_name', 'destination']);
    expect(errors.destination).toBe('Please enter destination keyword');
    const unshipped = await check(receiverOf(draft, me), draft, null);
    expect(unshipped).toEqual({ method: 'Pilih metode pengiriman terlebih dahulu' });
  });

  it('sends the total calculated by the rules', async () => {
    const quote = (await loadCore()).quote(quoteInput(products, { discount: 12.5 }, 14000));
    const receiver = receiverOf(draft, me);
    const parts = {
      me,
      receiver,
      draft,
      payment: draft.payment,
      products,
      quote,
      service,
      periodId: 4,
      planId: 2,
      token: 'tok',
    };
    expect(transactionOf(parts)).toEqual({
      userId: 3,
      id_plan: 2,
      receiver_name: 'Siti Aminah',
      receiver_phone: '081200001075',
      receiver_email: 'siti@ksmart.test',
      receiver_address: 'Jl. Kenanga No. 5, TEBET TIMUR, JAKARTA SELATAN',
      gross_amount: 308000,
      voucher_code: 'KSMARTBARU',
      shipping_cost: 14000,
      shipping_method: 'JNE - REG23',
      payment_method: 'online',
      products: [{ id: 9, product_id: 1, variant: 'Mint', quantity: 2 }],
      bv_period_id: 4,
      checkout_token: 'tok',
      receiver_destination_id: 17565,
    });
  });
});
