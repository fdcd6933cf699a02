import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';

// A slow machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 });

// No one reads the output of a test: a warning fails it, unless the test expects one.
let warnings: unknown[][] = [];
const note = (...words: unknown[]) => void warnings.push(words);
Object.assign(console, { error: note, warn: note });
afterEach(() => {
  const before = warnings;
  warnings = [];
  expect(before).toEqual([]);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// The test browser knows dialogs, but cannot open them.
HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};

// The test browser has no Blob.arrayBuffer; every real one has.
Blob.prototype.arrayBuffer ??= function read(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.addEventListener('error', () => reject(new Error('the file cannot be read')));
    reader.readAsArrayBuffer(this);
  });
};

// The test browser has no layout: these observers never report a change.
class Unmoved {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= Unmoved;
globalThis.IntersectionObserver ??= Unmoved as never;
Element.prototype.scrollIntoView ??= () => undefined;

// The test browser cannot create addresses for files.
URL.createObjectURL ??= () => 'blob:file';
URL.revokeObjectURL ??= () => undefined;
