import type { PushNotificationsPlugin } from '@capacitor/push-notifications'
import type { NativePush } from '@muster/web/src/lib/native/native-push.ts'

type Plugin = Pick<PushNotificationsPlugin, 'requestPermissions' | 'register' | 'addListener' | 'unregister'>

/** Time to wait for the phone's device token, in milliseconds. */
const registrationTimeoutMs = 15_000

/** Creates push notifications that use the phone's own service: Google's on Android, Apple's on iOS. */
export function createNativePush(plugin: Plugin): NativePush {
  return {
    permit: async () => (await plugin.requestPermissions()).receive === 'granted',
    async address() {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const listeners = await Promise.all([
        plugin.addListener('registration', ({ value }) => resolve(value)),
        plugin.addListener('registrationError', ({ error }) => reject(new Error(error))),
      ])
      const timeout = setTimeout(
        () => reject(new Error('The phone gave no address for notifications.')),
        registrationTimeoutMs,
      )
      try {
        await plugin.register()
        return await promise
      } finally {
        clearTimeout(timeout)
        for (const listener of listeners) void listener.remove()
      }
    },
    leave: () => plugin.unregister(),
    onOpened(open) {
      const listenerPromise = plugin.addListener('pushNotificationActionPerformed', ({ notification }) => {
        const { url } = (notification.data ?? {}) as { url?: unknown }
        if (typeof url === 'string' && url.startsWith('#/')) open(url)
      })
      return () => void listenerPromise.then(listener => listener.remove())
    },
  }
}
