/** Changes of the member's own data. */
import { meQuery } from '@/api/accounts';
import { queryClient } from '@/api/client';
import { save } from '@/api/save';

/** Saves the member's data, and the photo if there is a new one; returns the server's message. */
export async function updateProfile(
  fields: Record<string, string>,
  photo: File | null,
): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (photo) body.set('profile_picture', photo);
  const { message, user } = await save('PUT /api/update', { body }, { changes: ['/api/me'] });
  queryClient.setQueryData(meQuery.queryKey, user);
  return message;
}
