/** Whether an administrator sees the shop in this tab as a member does: what is the member's alone is not there. */
export const isView = (): boolean => sessionStorage.getItem('view') !== null;
