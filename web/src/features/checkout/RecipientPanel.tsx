import { useMe } from '@/api/accounts';
import { draftAtom, type Draft } from './atoms';
import { useAtom } from '@/state';
import { TextAreaField, TextField } from '@/ui/Field';
import { DestinationField } from './DestinationField';
import { Panel } from '@/ui/Panel';
import { receiverOf, type Errors } from './placing';

type Props = { errors: Errors; onTouched: (field: keyof Errors) => void };

/** Receiver and destination of the parcel. */
export function RecipientPanel({ errors, onTouched }: Props) {
  const [draft, setDraft] = useAtom(draftAtom);
  const receiver = receiverOf(draft, useMe().data);
  /** Returns props that bind an input to a draft field. */
  const tie = (field: keyof typeof receiver) => ({
    name: field,
    value: receiver[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => {
      const change: Partial<Draft> = { [field]: event.target.value };
      setDraft(change);
      onTouched(field);
    },
  });
  return (
    <Panel title="Informasi penerima">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Nama penerima" autoComplete="name" {...tie('receiver_name')} />
        <TextField label="No. HP" type="tel" autoComplete="tel" {...tie('receiver_phone')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          className="sm:col-span-2"
          {...tie('receiver_email')}
        />
        <TextAreaField
          label="Alamat"
          autoComplete="street-address"
          className="sm:col-span-2"
          {...tie('receiver_address')}
        />
        <div className="sm:col-span-2">
          <DestinationField error={errors.destination} onTouched={() => onTouched('destination')} />
        </div>
      </div>
    </Panel>
  );
}
