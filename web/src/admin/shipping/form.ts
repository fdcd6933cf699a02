/** Shipping rules as typed. */
import { wholeNumber } from '@/admin/ui/wholeNumber';
import type { AdminShipping, ShippingForm } from '@/api/schema';
import { refused } from '@/fieldErrors';
import { fold } from '@/fold';
import { number } from '@/format';

/** Own way of shipping, such as delivery by the shop, as typed. */
export type TypedWay = { name: string; cost_rp: string; days: string; places: string[] };

/** Shipping rules as typed and chosen. */
export type Typed = {
  couriers_off: string[];
  packing_days: string;
  cod: boolean;
  cod_most_rp: string;
  cod_places: string[];
  free_from_rp: string;
  free_most_rp: string;
  free_places: string[];
  own: TypedWay[];
  version: number;
};

/** Whole numbers among the rules, with their labels. */
export const counts = {
  packing_days: 'Lama pengemasan',
  cod_most_rp: 'Batas COD',
  free_from_rp: 'Gratis ongkir mulai',
  free_most_rp: 'Ongkir yang ditanggung',
};

/** Names of fields, for reporting changes by others. */
export const labels: Partial<Record<keyof Typed, string>> = {
  couriers_off: 'kurir',
  packing_days: 'lama pengemasan',
  cod: 'COD',
  cod_most_rp: 'batas COD',
  cod_places: 'tempat COD',
  free_from_rp: 'gratis ongkir mulai',
  free_most_rp: 'ongkir yang ditanggung',
  free_places: 'tempat gratis ongkir',
  own: 'cara kirim toko',
};

/** Initial values of a new own way of shipping. */
export const newWay: TypedWay = { name: '', cost_rp: '0', days: '', places: [] };

/** Converts the rules to the values of their form. */
export function typed(rules: AdminShipping): Typed {
  return {
    couriers_off: rules.couriers.filter(({ offered }) => !offered).map(({ id }) => id),
    packing_days: number(rules.packing_days),
    cod: rules.cod,
    cod_most_rp: number(rules.cod_most_rp),
    cod_places: rules.cod_places,
    free_from_rp: number(rules.free_from_rp),
    free_most_rp: number(rules.free_most_rp),
    free_places: rules.free_places,
    own: rules.own.map(({ name, cost_rp, days, places }) => ({
      name,
      cost_rp: number(cost_rp),
      days,
      places,
    })),
    version: rules.version,
  };
}

/** Maximum number of found places that are shown. */
const MOST = 8;

/** Words that people type before a place and that are not part of its name. */
const KINDS = new Set(['', 'adm', 'administrasi', 'prov', 'propinsi', 'provinsi']);

/**
 * Returns the places that contain every word of a text and are not chosen yet; places that begin
 * with it come first.
 */
export function placesFound(
  known: readonly string[],
  chosen: readonly string[],
  text: string,
): string[] {
  const words = fold(text.replaceAll(/[.,]/g, ' '))
    .split(' ')
    .filter((word) => !KINDS.has(word));
  if (words.length === 0) return [];
  const begins = (place: string) => fold(place).startsWith(words.join(' '));
  const found = known.filter(
    (place) => !chosen.includes(place) && words.every((word) => fold(place).includes(word)),
  );
  return [...found.filter(begins), ...found.filter((place) => !begins(place))].slice(0, MOST);
}

/**
 * Converts the shop's own ways of shipping into the request's form; refuses a cost that is not a
 * number, as the server does.
 */
export function waysOf(own: TypedWay[]): ShippingForm['own'] {
  return own.map(({ name, cost_rp, days, places }) => {
    const cost = wholeNumber(cost_rp) ?? 0;
    if (Number.isNaN(cost)) {
      throw refused('own', 'Ongkos kirim harus angka bulat tanpa koma.');
    }
    return {
      name,
      cost_rp: cost,
      days: days.trim().replaceAll(/[\s–-]+/g, '-'),
      places,
    };
  });
}
