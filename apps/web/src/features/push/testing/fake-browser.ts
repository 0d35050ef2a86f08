import { vi } from 'vitest'

type Options = { permission?: NotificationPermission; answer?: NotificationPermission; subscribed?: boolean }

/**
 * Simulates a browser that supports notifications, and records the key of its last subscription. `clean` removes the fake service
 * worker.
 */
export function fakeBrowser({
  permission = 'default',
  answer = 'granted',
  subscribed = false,
}: Options = {}) {
  const state = { permission, subscribedUnder: subscribed ? 'old' : (null as string | null), made: 0 }
  const aSubscription = () => ({
    options: { applicationServerKey: new TextEncoder().encode(state.subscribedUnder ?? '').buffer },
    toJSON: () => ({
      endpoint: `https://push.example/${state.made}`,
      keys: { p256dh: 'point', auth: 'secret' },
    }),
    unsubscribe: async () => {
      state.subscribedUnder = null
      return true
    },
  })
  const shownNotification = { close: vi.fn() }
  const registration = {
    getNotifications: async () => [shownNotification],
    pushManager: {
      getSubscription: async () => (state.subscribedUnder === null ? null : aSubscription()),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        state.made += 1
        state.subscribedUnder = atob(applicationServerKey)
        return aSubscription()
      },
    },
  }
  const notification = {
    get permission() {
      return state.permission
    },
    async requestPermission() {
      state.permission = answer
      return answer
    },
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  return { state, shown: shownNotification, clean: () => Reflect.deleteProperty(navigator, 'serviceWorker') }
}
