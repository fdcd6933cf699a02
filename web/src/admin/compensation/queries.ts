/** Server queries of the plan pages. */
import { adminQuery } from '@/admin/ui/adminQuery';

/**
 * Query of the published versions, newest first; at most 100, as many as the server returns at
 * once.
 */
export const versionsQuery = adminQuery('/api/admin/compensation-plans', { limit: 100 });

/** Query of the drafts, newest first. */
export const draftsQuery = adminQuery('/api/admin/compensation-plan-drafts', { limit: 100 });

/** Query of the templates that a new plan can start from. */
export const templatesQuery = adminQuery('/api/admin/compensation-plan-templates');

/** Query of the BV periods, newest first. */
export const periodsQuery = adminQuery('/api/admin/periods', { limit: 100 });
