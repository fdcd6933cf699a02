/**
 * Whether an administrator sees the shop in this tab as a member does; data for the member alone is
 * not available then.
 */
export const isView = (): boolean => sessionStorage.getItem('view') !== null;
