import { readListing } from './listing';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';
import { useHydrated } from '@/ui/useHydrated';

const pill =
  'min-h-11 rounded-full border border-edge bg-surface py-2 pr-3 pl-4 text-sm text-ink hover:border-brand';

/** Returns the name of a minimum rating. */
export function ratingName(stars: number): string {
  return stars === 5 ? 'Rating 5' : `Rating ${stars} ke atas`;
}

/** Chooses the order and the minimum rating; both are in the address. */
export function ListFilters() {
  const params = useAddressParams();
  const { sort, rating } = readListing(params);

  const choose = useChooseParam<'sort' | 'rating'>();
  const disabled = !useHydrated();

  return (
    <div className="flex flex-wrap gap-2">
      <select
        aria-label="Urutkan"
        disabled={disabled}
        value={sort}
        onChange={(event) => choose('sort', event.target.value)}
        className={pill}
      >
        <option value="">Urutan toko</option>
        <option value="termurah">Termurah</option>
        <option value="termahal">Termahal</option>
      </select>
      <select
        aria-label="Rating minimum"
        disabled={disabled}
        value={rating || ''}
        onChange={(event) => choose('rating', event.target.value)}
        className={pill}
      >
        <option value="">Semua rating</option>
        {[1, 2, 3, 4, 5].map((stars) => (
          <option key={stars} value={stars}>
            {ratingName(stars)}
          </option>
        ))}
      </select>
    </div>
  );
}
