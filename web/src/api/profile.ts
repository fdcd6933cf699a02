/** Changing the member's own data. */
import { meQuery } from '@/api/accounts';
import { queryClient, request } from '@/api/client';
import type { AccountAnswer } from '@/api/schema';

/** Saves the member's data, and the photo if there is a new one; gives the server's sentence. */
export async function updateProfile(
  fields: Record<string, string>,
  photo: File | null,
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (photo) form.set('profile_picture', photo);
  const { message, user } = await request<AccountAnswer>('PUT', '/api/update', form);
  queryClient.setQueryData(meQuery.queryKey, user);
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  return message;
}
