import {
  backgroundChoice,
  setBackgroundDevice,
  toTrackingDevice,
} from '@muster/web/src/lib/geolocation/background-choice.ts'
import { chooseServer, makeLinksAbsolute, serverUrl } from '@muster/web/src/lib/server-address.ts'
import { sessionStore, setSessionBackend } from '@muster/web/src/lib/session-store.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBackgroundWatch } from './background-device.ts'
import { innerAddress } from './inner-address.ts'
import { createNativePush } from './native-push.ts'
import { restore } from './restore.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))
afterEach(() => {
  setSessionBackend()
  chooseServer(undefined)
  setBackgroundDevice(undefined)
})

const createFakeSecrets = (stored: Record<string, string>) => ({
  getItem: vi.fn(async (key: string) => stored[key] ?? null),
  setItem: vi.fn(async (key: string, value: string) => {
    stored[key] = value
  }),
  removeItem: vi.fn(async (key: string) => void delete stored[key]),
})

it("the session and the server are restored from the phone's secure storage, and only stored there", async () => {
  const storage: Record<string, string> = {
    'muster.session': JSON.stringify({ token: 'old', expiresAt: '2026-12-01T00:00:00.000Z' }),
    'muster.server': 'https://muster.example',
  }
  await restore(createFakeSecrets(storage))
  expect(sessionStore.get()?.token).toBe('old')
  expect(serverUrl('/live')).toBe('https://muster.example/live')
  expect(makeLinksAbsolute({ rows: [{ file: { url: '/files/a', name: '/x' } }] })).toEqual({
    rows: [{ file: { url: 'https://muster.example/files/a', name: '/x' } }],
  })
  sessionStore.set({ token: 'new', expiresAt: '2026-12-02T00:00:00.000Z' })
  chooseServer('https://other.example')
  await vi.waitFor(() => expect(storage['muster.server']).toBe('https://other.example'))
  expect(JSON.parse(storage['muster.session'] ?? '')).toMatchObject({ token: 'new' })
  expect(localStorage.getItem('muster.session')).toBeNull()
  sessionStore.clear()
  await vi.waitFor(() => expect(storage['muster.session']).toBeUndefined())
})

it('a phone that denies access to its secure storage starts signed out', async () => {
  const refuse = () => Promise.reject(new Error('locked'))
  await restore({ getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(sessionStore.get()).toBeNull()
})

it.each([
  ['muster://open/alerts?unread=1', '/alerts?unread=1'],
  ['https://muster.example/#/hazards?hazard=1', '/hazards?hazard=1'],
  ['muster://elsewhere/alerts', undefined],
  ['https://muster.example/', undefined],
  ['javascript:alert(1)#/x', undefined],
  ['muster://open//evil.example', undefined],
  [undefined, undefined],
])('the link %s opens %s', (link, address) => {
  expect(innerAddress(link)).toBe(address)
})

it('background positions only arrive where the person turned them on, until turned off', async () => {
  let emit: ((location?: object, error?: object) => void) | undefined
  const removeWatcher = vi.fn(async () => undefined)
  const watch = createBackgroundWatch({
    addWatcher: async (_options, callback) => {
      emit = callback as typeof emit
      return 'one'
    },
    removeWatcher,
  })
  setBackgroundDevice(watch)
  const permit = async () => true
  const device = { platform: 'android' as const, permit, isPermitted: permit, watch: vi.fn() }
  expect(toTrackingDevice(device)).toBe(device)
  backgroundChoice.set(true)
  const [onPosition, onError] = [vi.fn(), vi.fn()]
  const stop = toTrackingDevice(device).watch({ timeoutMs: 1, maximumAgeMs: 1 }, onPosition, onError)
  emit?.({ latitude: 1, longitude: 2, accuracy: 3, time: 4, bearing: null, speed: null, altitude: null })
  emit?.(undefined, { code: 'NOT_AUTHORIZED' })
  expect(onPosition).toHaveBeenCalledWith(
    expect.objectContaining({ timestamp: 4, coords: expect.objectContaining({ latitude: 1, accuracy: 3 }) }),
  )
  expect(onError).toHaveBeenCalledWith('denied')
  stop()
  await vi.waitFor(() => expect(removeWatcher).toHaveBeenCalledWith({ id: 'one' }))
  backgroundChoice.set(false)
})

it('the phone returns its device token for notifications, or the reason why it has none', async () => {
  const listeners = new Map<string, (event: never) => void>()
  const plugin = {
    requestPermissions: async () => ({ receive: 'granted' as const }),
    unregister: async () => undefined,
    addListener: async (name: string, listener: (event: never) => void) => {
      listeners.set(name, listener)
      return { remove: async () => void listeners.delete(name) }
    },
    register: async () => listeners.get('registration')?.({ value: 'address' } as never),
  }
  const push = createNativePush(plugin as never)
  expect(await push.permit()).toBe(true)
  expect(await push.address()).toBe('address')
  const failingPlugin = {
    ...plugin,
    register: async () => listeners.get('registrationError')?.({ error: 'no key' } as never),
  }
  await expect(createNativePush(failingPlugin as never).address()).rejects.toThrow('no key')
  const onOpen = vi.fn()
  push.onOpened(onOpen)
  await vi.waitFor(() => expect(listeners.has('pushNotificationActionPerformed')).toBe(true))
  const pressNotification = (url: string) =>
    listeners.get('pushNotificationActionPerformed')?.({ notification: { data: { url } } } as never)
  pressNotification('https://evil.example')
  pressNotification('#/alerts')
  expect(onOpen.mock.calls).toEqual([['#/alerts']])
})
