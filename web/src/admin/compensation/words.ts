/** What the parts of a plan are called, and how a need is read. */
import { number } from '@/format';
import type { Keeps, Kind, Metric, Volume } from './document';
import { whole, type NeedForm, type RankForm } from './planForm';

/** Which points. */
export const volumeNames: Record<Volume, string> = {
  both: 'Plan A + B',
  a: 'Plan A',
  b: 'Plan B',
};

/** How long a rank is held. */
export const keepingNames: Record<Keeps, string> = {
  period: 'Satu periode',
  for_ever: 'Selamanya',
};

type Explained = { name: string; text: string };

/** What a need measures, with what that means. */
export const metricWords: Record<Metric, Explained> = {
  pv: { name: 'Poin pribadi', text: 'Poin dari belanja anggota sendiri di periode ini.' },
  gv: {
    name: 'Poin grup seluruhnya',
    text: 'Poin anggota sendiri dan semua orang di bawahnya.',
  },
  pgv: {
    name: 'Poin grup pribadi',
    text: 'Seperti poin grup, tanpa kaki yang sudah dipimpin peringkat batas.',
  },
  leg_gv: {
    name: 'Poin sebuah kaki',
    text: 'Kaki (jalur) adalah satu pengikut langsung dengan semua orang di bawahnya. Kaki ke-1 yang paling kuat.',
  },
  legs_with_rank: {
    name: 'Jumlah kaki dengan peringkat',
    text: 'Berapa kaki yang punya, di mana pun di dalamnya, anggota berperingkat ini atau lebih tinggi.',
  },
  directs_with_rank: {
    name: 'Jumlah pengikut langsung dengan peringkat',
    text: 'Berapa pengikut langsung yang berperingkat ini atau lebih tinggi.',
  },
  total_gv: {
    name: 'Poin grup sepanjang waktu',
    text: 'Poin grup semua periode yang sudah dihitung, ditambah periode ini.',
  },
  rank: { name: 'Peringkat', text: 'Anggota berperingkat ini atau lebih tinggi.' },
};

/** How a component pays. */
export const kindWords: Record<Kind, Explained> = {
  personal: { name: 'Bonus pribadi', text: 'Persen dari poin anggota sendiri.' },
  level: {
    name: 'Bonus tingkat',
    text: 'Persen dari poin orang di bawah, berbeda untuk setiap tingkat.',
  },
  differential: {
    name: 'Bonus selisih',
    text: 'Tangga: setiap peringkat punya persen, dan yang di atas mendapat selisihnya dengan persen yang sudah dibayar di bawahnya.',
  },
  generation: {
    name: 'Bonus generasi',
    text: 'Persen dari poin grup pribadi para pemimpin di bawah, yaitu anggota berperingkat batas.',
  },
  pool: {
    name: 'Dana bersama',
    text: 'Persen dari semua poin toko, dibagi kepada peringkat tertentu.',
  },
};

/** `500`, or a gap where there is nothing to read yet. */
function figure(typed: string): string {
  const read = whole(typed);
  return typeof read === 'number' ? number(read) : typed.trim() || '…';
}

/** A rank's name by its code. */
export function rankName(ranks: readonly RankForm[], code: string): string {
  return ranks.find((rank) => rank.code === code)?.name || code || '…';
}

/** A need as it is read: `poin grup seluruhnya paling sedikit 600`. */
export function needSentence(need: NeedForm, ranks: readonly RankForm[]): string {
  const volume = need.volume === 'both' ? '' : ` ${need.volume === 'a' ? 'Plan A' : 'Plan B'}`;
  const points = `paling sedikit ${figure(need.at_least)}`;
  const orHigher = `${rankName(ranks, need.rank)} atau lebih tinggi`;
  switch (need.metric) {
    case 'pv':
      return `poin pribadi${volume} ${points}`;
    case 'gv':
      return `poin grup seluruhnya${volume} ${points}`;
    case 'pgv':
      return `poin grup pribadi${volume} ${points}`;
    case 'leg_gv':
      return `poin kaki ke-${figure(need.nth)}${volume} ${points}`;
    case 'legs_with_rank':
      return `${points} kaki dengan ${orHigher}`;
    case 'directs_with_rank':
      return `${points} pengikut langsung ${orHigher}`;
    case 'total_gv':
      return `poin grup sepanjang waktu ${points}`;
    case 'rank':
      return `berperingkat ${orHigher}`;
  }
}
