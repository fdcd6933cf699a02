/** Notifications of this browser: whether it supports them, and switching them on and off. */
import { request } from '@/api/calls';

/**
 * Maximum wait at logout for telling the server that this browser shows no more notifications, in
 * milliseconds.
 */
const PATIENCE_MS = 3000;

/** Whether this browser can show notifications at all. */
export const canPush = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Returns the subscription of this browser, if it has one. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Switches on the member's notifications in this browser; asks for permission, so only after a
 * press. Returns false if refused.
 */
export async function beginPush(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // The browser may still have a subscription with another key, from before the shop was restored
    // from a backup.
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

/**
 * Switches off the notifications of this browser; without a network, at least in the browser
 * itself.
 */
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
