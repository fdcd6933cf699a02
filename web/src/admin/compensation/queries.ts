/** Server queries of the plan pages. */
import { adminQuery } from '@/admin/ui/adminQuery';

/** Query of the versions, newest first: as many as a page can have. */
export const versionsQuery = adminQuery('/api/admin/compensation-plans', { limit: 100 });

/** Query of the drafts, newest first. */
export const draftsQuery = adminQuery('/api/admin/compensation-plan-drafts', { limit: 100 });

/** Query of the plans to start from. */
export const templatesQuery = adminQuery('/api/admin/compensation-plan-templates');

/** Query of the BV periods, newest first. */
export const periodsQuery = adminQuery('/api/admin/periods', { limit: 100 });
