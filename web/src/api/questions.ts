/** Questions of members about products, and the shop's answers. */
import { query } from '@/api/calls';
import { list } from '@/api/pages';
import type { OwnQuestions } from '@/api/schema';
import { save } from '@/api/save';

/** Lists the answered questions about one product, latest answer first. */
export const questionsOf = (productId: number, search: string) => ({
  ...list('/api/questions', { product_id: productId, ...(search && { search }) }),
  open: true,
});

/** Queries the member's own questions about a product, newest first; nothing is fetched without a member. */
export const ownQuestionsQuery = (productId: number, member: string | undefined) => ({
  ...query('/api/questions/mine', { product_id: productId }),
  select: ({ questions }: OwnQuestions) => questions,
  enabled: member !== undefined,
});

/** Sends a question about a product. */
export async function askQuestion(product_id: number, question: string): Promise<void> {
  const body = { product_id, question };
  await save('POST /api/questions', { body }, { changes: ['/api/questions'] });
}
