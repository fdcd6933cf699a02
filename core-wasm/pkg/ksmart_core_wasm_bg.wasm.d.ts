/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const allocate: (a: any) => [number, number, number];
export const checkMinimum: (a: number, b: number) => [number, number, number];
export const checkPhoto: (a: any) => [number, number, number];
export const checkProfile: (a: any) => [number, number, number, number];
export const checkQuantity: (a: any) => [number, number, number];
export const checkReceiver: (a: any) => [number, number, number, number];
export const checkRegistration: (a: any) => [number, number, number, number];
export const checkReview: (a: any) => [number, number, number, number];
export const orderActions: (a: any) => [number, number, number, number];
export const quote: (a: any) => [number, number, number];
export const __wbindgen_malloc: (a: number, b: number) => number;
export const __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_free: (a: number, b: number, c: number) => void;
export const __wbindgen_exn_store: (a: number) => void;
export const __externref_table_alloc: () => number;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __externref_table_dealloc: (a: number) => void;
export const __externref_drop_slice: (a: number, b: number) => void;
export const __wbindgen_start: () => void;
