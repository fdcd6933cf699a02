import { Notes } from '@/admin/components/Notes';
import type { AdminOrder } from '@/api/schema';
import { save } from '@/api/save';

/** Internal remarks of administrators on an order: tags to find it by, and notes. */
export function OrderNotes({ order: { order_id, tags, notes } }: { order: AdminOrder }) {
  const params = { order_id };
  return (
    <Notes
      about="Tidak tampil di halaman pembeli, tetapi ikut dalam salinan data yang boleh mereka unduh."
      tags={tags}
      known="/api/admin/order-tags"
      example="kado, prioritas"
      onChange={(body) => save('PUT /api/admin/orders/{order_id}/tags', { params, body })}
      notes={notes}
      onWrite={(text) =>
        save('POST /api/admin/orders/{order_id}/notes', { params, body: { text } })
      }
      onRemove={(id) => save('DELETE /api/admin/order-notes/{id}', { params: { id } })}
    />
  );
}
