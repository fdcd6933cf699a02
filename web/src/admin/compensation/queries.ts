/** Server queries of the plan pages. */
import { adminQuery } from '@/admin/ui/adminQuery';

/** The versions, newest first: as many as a page can have. */
export const versionsQuery = adminQuery('/api/admin/compensation-plans', { limit: 100 });

/** The drafts, newest first. */
export const draftsQuery = adminQuery('/api/admin/compensation-plan-drafts', { limit: 100 });

/** Plans to begin from. */
export const templatesQuery = adminQuery('/api/admin/compensation-plan-templates');

/** The BV periods, newest first. */
export const periodsQuery = adminQuery('/api/admin/periods', { limit: 100 });
