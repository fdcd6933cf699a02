/** Notifications of this browser: whether it can show them, and having it do so or not. */
import { request } from '@/api/calls';

/** Longest wait at logout for the server to learn that this browser shows no more notifications, in milliseconds. */
const PATIENCE_MS = 3000;

/** Whether this browser can show notifications at all. */
export const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The subscription of this browser, if it has one. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Has this browser show the member's notifications; asks the member for it, so only after a press. False when refused. */
export async function beginPush(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // It may hold one of another key, of before the shop was brought back from a backup.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await request('POST /api/push-subscriptions', {
    body: { endpoint: endpoint ?? '', keys: { p256dh, auth } },
  });
  return true;
}

/** Has this browser show no notifications any more; without a network, at least it does not. */
export async function endPush(): Promise<void> {
  const subscription = await pushSubscription().catch(() => null);
  if (!subscription) return;
  const { endpoint } = subscription;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await request('DELETE /api/push-subscriptions', { body: { endpoint }, signal }).catch(
    () => undefined,
  );
  await subscription.unsubscribe().catch(() => undefined);
}
