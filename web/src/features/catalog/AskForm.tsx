import { askQuestion } from '@/api/questions';
import { refused } from '@/fieldErrors';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { Button } from '@/ui/Button';
import { TextAreaField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { useForm } from '@/ui/useForm';
import { useRestoredState } from '@/ui/useRestoredState';

/** Maximum length of a question, in characters, as accepted by the server. */
const MAX_QUESTION = 500;

type Props = {
  productId: number;
  /** Member who asks; undefined for a visitor who is not logged in. */
  member: string | undefined;
};

/** Form to ask the shop about a product. */
export function AskForm({ productId, member }: Props) {
  const [text, setText] = useRestoredState('question', '');
  const { errors, failure, isPending, reset, onSubmit } = useForm(async () => {
    const question = text.trim();
    if (!question) throw refused('question', 'Tuliskan pertanyaannya.');
    await askQuestion(productId, question);
    setText('');
    toast('success', 'Pertanyaan terkirim. Anda diberi tahu setelah dijawab.');
  }, 'Pertanyaan gagal dikirim. Coba lagi.');
  if (!member)
    return (
      <div className="grid justify-items-start gap-3 rounded-2xl bg-sunken p-4 text-sm">
        <p>Ada yang ingin ditanyakan? Login, lalu tanyakan langsung kepada toko.</p>
        <Link to={paths.login()} className={buttonClass('outline')}>
          Login untuk bertanya
        </Link>
      </div>
    );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      <TextAreaField
        label="Tanya tentang produk ini"
        name="question"
        rows={3}
        maxLength={MAX_QUESTION}
        value={text}
        error={errors.question ?? failure ?? undefined}
        hint="Tampil untuk semua orang dengan nama depan Anda setelah toko menjawab. Jangan tulis data pribadi."
        onChange={({ target }) => {
          setText(target.value);
          reset();
        }}
      />
      <Button
        type="submit"
        look="outline"
        busy={isPending && 'Mengirim...'}
        className="justify-self-start"
      >
        Kirim pertanyaan
      </Button>
    </form>
  );
}
