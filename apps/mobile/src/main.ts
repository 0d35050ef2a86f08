import { SecureStorage } from '@aparajita/capacitor-secure-storage'
import { App, type AppPlugin } from '@capacitor/app'
import { registerPlugin } from '@capacitor/core'
import { PushNotifications, type PushNotificationsPlugin } from '@capacitor/push-notifications'
import type { BackgroundGeolocationPlugin } from '@capacitor-community/background-geolocation'
import { activateLanguage } from '@muster/web/src/lib/activate-language.ts'
import { setBackgroundDevice } from '@muster/web/src/lib/geolocation/background-choice.ts'
import { type NativePush, setNativePush } from '@muster/web/src/lib/native/native-push.ts'
import { createBackgroundWatch } from './background-device.ts'
import { restore } from './restore.ts'

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

/**
 * Returns the page within the app that a link points to, such as `/alerts?unread=1`; undefined if the link points to no page of
 * ours.
 */
export function innerAddress(link: string | undefined): string | undefined {
  if (!link || !URL.canParse(link)) return undefined
  const url = new URL(link)
  const isOurs = url.protocol === 'muster:' && url.host === 'open'
  const path = isOurs ? `${url.pathname}${url.search}` : url.hash.slice(1)
  return (isOurs || url.protocol === 'https:') && /^\/[^/]/.test(path) ? path : undefined
}

/** Opens the page that a link into the app points to: `muster://open/alerts`, or a server's URL with `#/alerts`. */
function followLinks(app: Pick<AppPlugin, 'addListener' | 'getLaunchUrl'>): void {
  const openLink = (link: string | undefined) => {
    const address = innerAddress(link)
    if (address) window.location.hash = address
  }
  void app.addListener('appUrlOpen', ({ url }) => openLink(url))
  void app.getLaunchUrl().then(launch => openLink(launch?.url))
}

// Set up the native parts before any screen uses them. The session is restored first, so that a signed-in person does not see the
// sign-in page.
await restore(SecureStorage)
setNativePush(createNativePush(PushNotifications))
setBackgroundDevice(
  createBackgroundWatch(registerPlugin<BackgroundGeolocationPlugin>('BackgroundGeolocation')),
)
followLinks(App)
await activateLanguage()
const { startApp } = await import('@muster/web/src/app/start.tsx')
startApp({ asksForServer: true })
