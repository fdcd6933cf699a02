import { useQuery } from '@tanstack/react-query';
import { Notes } from '@/admin/components/Notes';
import { adminQuery } from '@/admin/ui/adminQuery';
import { save } from '@/api/save';
import { sentence } from '@/errors';
import { Problem } from '@/ui/Problem';

/** Internal remarks of administrators on a member: tags to find the member by, and notes. */
export function MemberNotes({ uid }: { uid: string }) {
  const params = { uid };
  const { data, error, refetch } = useQuery(adminQuery('/api/admin/members/{uid}/notes', params));
  if (error && !data)
    return (
      <Problem text={sentence(error, 'Catatan gagal dimuat.')} onRetry={() => void refetch()} />
    );
  return (
    data && (
      <Notes
        about="Tidak tampil di halaman anggota, tetapi ikut dalam salinan data yang boleh mereka unduh."
        tags={data.tags}
        known="/api/admin/member-tags"
        example="reseller, perlu dihubungi"
        onChange={(body) => save('PUT /api/admin/members/{uid}/tags', { params, body })}
        notes={data.notes}
        onWrite={(text) => save('POST /api/admin/members/{uid}/notes', { params, body: { text } })}
        onRemove={(id) => save('DELETE /api/admin/member-notes/{id}', { params: { id } })}
      />
    )
  );
}
