import { afterEach, expect, it, vi } from 'vitest'
import { createBrowserDevice } from './browser-device.ts'
import { createLocator, getCurrentDevice } from './locator.ts'
import { createNativeDevice } from './native-device.ts'
import { aPosition, fakeDevice } from './testing/fake-device.ts'

const options = { timeoutMs: 1_000, maximumAgeMs: 30_000 }

afterEach(() => {
  vi.unstubAllGlobals()
})

type OnPosition = (position: unknown) => void
type OnFailure = (error: { code: number }) => void

function aBrowser({ secure = true, permission = 'prompt' } = {}) {
  const calls: { onPosition: OnPosition; failed: OnFailure; options: unknown }[] = []
  const clearWatch = vi.fn()
  const geolocation = {
    watchPosition(onPosition: OnPosition, onFailure: OnFailure, options: unknown) {
      calls.push({ onPosition, failed: onFailure, options })
      return 7
    },
    clearWatch,
  }
  const permissions = { query: () => Promise.resolve({ state: permission }) }
  return { isSecureContext: secure, navigator: { geolocation, permissions }, calls, clearWatch }
}
type BrowserArgument = Parameters<typeof createBrowserDevice>[0]

it('a browser watch asks for high accuracy and is released', () => {
  const browser = aBrowser()
  const onPosition = vi.fn()
  const stop = createBrowserDevice(browser as unknown as BrowserArgument).watch(options, onPosition, vi.fn())
  expect(browser.calls[0]?.options).toEqual({ enableHighAccuracy: true, timeout: 1_000, maximumAge: 30_000 })
  browser.calls[0]?.onPosition(aPosition(8))
  expect(onPosition).toHaveBeenCalledOnce()
  stop()
  expect(browser.clearWatch).toHaveBeenCalledWith(7)
})

it.each([
  [1, 'denied'],
  [2, 'unavailable'],
  [3, 'timeout'],
] as const)('error %i of the browser means %s', (code, failure) => {
  const browser = aBrowser()
  const onFailure = vi.fn()
  createBrowserDevice(browser as unknown as BrowserArgument).watch(options, vi.fn(), onFailure)
  browser.calls[0]?.failed({ code })
  expect(onFailure).toHaveBeenCalledWith(failure)
})

it('a page over plain http fails as insecure without asking the browser, which would report denied', async () => {
  const browser = aBrowser({ secure: false })
  const onFailure = vi.fn()
  const device = createBrowserDevice(browser as unknown as BrowserArgument)
  device.watch(options, vi.fn(), onFailure)
  expect(onFailure).toHaveBeenCalledWith('insecure')
  expect(await device.permit()).toBe(false)
  expect(browser.calls).toEqual([])
})

it('a browser without geolocation is reported as such', () => {
  const onFailure = vi.fn()
  createBrowserDevice({ navigator: {} }).watch(options, vi.fn(), onFailure)
  expect(onFailure).toHaveBeenCalledWith('unsupported')
})

it.each([
  ['granted', true],
  ['denied', false],
] as const)('a browser with permission %s does not prompt again', async (permission, permitted) => {
  const browser = aBrowser({ permission })
  const device = createBrowserDevice(browser as unknown as BrowserArgument)
  expect([await device.permit(), await device.isPermitted()]).toEqual([permitted, permitted])
  expect(browser.calls).toEqual([])
})

it('a position that nobody asked for is read only without a prompt', async () => {
  const fake = fakeDevice({ permits: false })
  expect(await createLocator(() => fake.device).findUnprompted('member', 60_000)).toBeUndefined()
  expect(fake.watches).toEqual([])
  const permitted = fakeDevice()
  const reading = createLocator(() => permitted.device).findUnprompted('member', 60_000)
  await vi.waitFor(() => permitted.last().emitPosition(5), 15_000)
  expect(await reading).toMatchObject({ lat: 1, lng: 2 })
})

it('a device that would prompt is not permitted without a prompt', async () => {
  const browser = aBrowser({ permission: 'prompt' })
  expect(await createBrowserDevice(browser as unknown as BrowserArgument).isPermitted()).toBe(false)
  expect(browser.calls).toEqual([])
  const plugin = aPlugin('prompt')
  expect(await createNativeDevice(plugin as unknown as PluginArgument, 'ios').isPermitted()).toBe(false)
  expect(plugin.requestPermissions).not.toHaveBeenCalled()
})

it.each([
  [1, false],
  [2, true],
] as const)(
  'a person who has not been asked yet is prompted by a request; error %i means permitted: %s',
  async (code, permitted) => {
    const browser = aBrowser()
    const permission = createBrowserDevice(browser as unknown as BrowserArgument).permit()
    await vi.waitFor(() => expect(browser.calls).toHaveLength(1), 15_000)
    browser.calls[0]?.failed({ code })
    expect(await permission).toBe(permitted)
  },
)

type Callback = (position: unknown, error?: unknown) => void
function aPlugin(location = 'granted') {
  const watches: { options: unknown; call: Callback }[] = []
  return {
    watches,
    requestPermissions: vi.fn(() => Promise.resolve({ location, coarseLocation: location })),
    checkPermissions: () => Promise.resolve({ location, coarseLocation: location }),
    watchPosition: (options: unknown, callback: Callback) => {
      watches.push({ options, call: callback })
      return Promise.resolve('watch-1')
    },
    clearWatch: vi.fn(() => Promise.resolve()),
  }
}
type PluginArgument = Parameters<typeof createNativeDevice>[0]

it('a phone is asked through its bridge, uses satellites only on request, and is released', async () => {
  const plugin = aPlugin()
  const device = createNativeDevice(plugin as unknown as PluginArgument, 'android')
  const [onPosition, onFailure] = [vi.fn(), vi.fn()]
  const stop = device.watch({ ...options, gpsOnly: true }, onPosition, onFailure)
  expect(plugin.watches[0]?.options).toEqual({
    enableHighAccuracy: true,
    timeout: 1_000,
    maximumAge: 30_000,
    enableLocationFallback: false,
  })
  plugin.watches[0]?.call(aPosition(4))
  plugin.watches[0]?.call(null, { code: 'OS-PLUG-GLOC-0010' })
  plugin.watches[0]?.call(null, { code: 'OS-PLUG-GLOC-0003' })
  plugin.watches[0]?.call(null, { code: 'OS-PLUG-GLOC-0007' })
  expect(onPosition).toHaveBeenCalledOnce()
  expect(onFailure.mock.calls.flat()).toEqual(['timeout', 'denied', 'unavailable'])
  stop()
  plugin.watches[0]?.call(aPosition(4))
  expect(onPosition).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(plugin.clearWatch).toHaveBeenCalledWith({ id: 'watch-1' }), 15_000)
})

it('a phone prompts the person, and refuses if location is turned off system-wide', async () => {
  expect(await createNativeDevice(aPlugin() as unknown as PluginArgument, 'ios').permit()).toBe(true)
  expect(await createNativeDevice(aPlugin('denied') as unknown as PluginArgument, 'ios').permit()).toBe(false)
  const disabledPlugin = { ...aPlugin(), requestPermissions: () => Promise.reject(new Error('off')) }
  expect(await createNativeDevice(disabledPlugin as unknown as PluginArgument, 'ios').permit()).toBe(false)
})

it('a browser does not load the native bridge', () => {
  expect(getCurrentDevice()).toMatchObject({ platform: 'web' })
})
