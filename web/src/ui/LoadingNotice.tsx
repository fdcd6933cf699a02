/**
 * Shows at the lower edge of the screen that something is loading, without moving other content.
 */
export function LoadingNotice() {
  return (
    <p
      role="status"
      className="fixed bottom-4 left-1/2 z-30 -translate-x-1/2 rounded-full border border-line bg-surface px-5 py-2.5 text-sm text-muted shadow-lg"
    >
      Memuat data...
    </p>
  );
}
