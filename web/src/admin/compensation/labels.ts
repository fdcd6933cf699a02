/** Labels of the components of a plan, and phrases for its needs. */
import { number } from '@/format';
import { needName, needPhrase } from '@/components/needNames';
import { needFields, type Keeps, type Kind, type Metric, type Volume } from './document';
import { whole, type NeedForm, type RankForm } from './planForm';

/** Names of volumes. */
export const volumeNames: Record<Volume, string> = {
  both: 'Plan A + B',
  a: 'Plan A',
  b: 'Plan B',
};

/** Labels for how long a member holds a rank once reached. */
export const keepingNames: Record<Keeps, string> = {
  period: 'Satu periode',
  for_ever: 'Selamanya',
};

type Explained = { name: string; text: string };

/** Returns the name of a metric for a list of choices, before its rank is chosen. */
export const metricName = (metric: Metric) => needName({ metric, rank_name: '…' });

/** Explanations of metrics. */
export const metricTexts: Record<Metric, string> = {
  pv: 'Poin dari belanja anggota sendiri di periode ini.',
  gv: 'Poin anggota sendiri dan semua orang di bawahnya.',
  pgv: 'Seperti poin seluruh grup, tanpa kaki yang sudah dipimpin peringkat batas.',
  leg_gv:
    'Kaki (jalur) adalah satu downline langsung dengan semua orang di bawahnya. Kaki ke-1 yang paling kuat.',
  legs_with_rank:
    'Berapa kaki yang punya, di mana pun di dalamnya, anggota berperingkat ini atau lebih tinggi.',
  directs_with_rank: 'Berapa downline langsung yang berperingkat ini atau lebih tinggi.',
  total_gv: 'Poin seluruh grup di semua periode yang sudah dihitung, ditambah periode ini.',
  rank: 'Anggota berperingkat ini atau lebih tinggi.',
};

/** Words for component kinds. */
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

/** Formats a typed figure: `500`, or a gap if nothing was typed yet. */
function figure(typed: string): string {
  const read = whole(typed);
  return typeof read === 'number' ? number(read) : typed.trim() || '…';
}

/** Returns a rank's name by its code. */
export function rankName(ranks: readonly RankForm[], code: string): string {
  return ranks.find((rank) => rank.code === code)?.name || code || '…';
}

/** Returns a need in words: `poin seluruh grup paling sedikit 600`. */
export function needSentence(need: NeedForm, ranks: readonly RankForm[]): string {
  const { metric, volume, rank } = need;
  const asks = needFields[metric];
  const asked = needPhrase({
    metric,
    volume: asks.includes('volume') ? volume : null,
    nth: asks.includes('nth') ? Number(whole(need.nth)) : null,
    rank_name: rankName(ranks, rank),
  });
  if (!asks.includes('at_least')) return asked;
  const points = `paling sedikit ${figure(need.at_least)}`;
  return asks.includes('rank') ? `${points} ${asked}` : `${asked} ${points}`;
}
