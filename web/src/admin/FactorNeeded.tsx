import { Factors } from '@/components/factors/Factors';
import { Screen } from './ui/Screen';

/**
 * Screen shown instead of every office page until an account has the second factor that its role
 * needs.
 */
export default function FactorNeeded() {
  return (
    <Screen
      title="Satu langkah lagi"
      text="Peran Anda menyangkut uang atau hak akses, jadi toko ini meminta verifikasi dua langkah. Pasang salah satu untuk membuka kantor."
    >
      <div className="max-w-2xl">
        <Factors />
      </div>
    </Screen>
  );
}
