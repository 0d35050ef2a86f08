import { describe, expect, it, vi } from 'vitest'
import { openNotice } from './open-notice.ts'
import { readNotice } from './read-notice.ts'
import { resubscribe } from './resubscribe.ts'
import { serveAsset } from './serve-asset.ts'
import { showNotice } from './show-notice.ts'
import { showPage } from './show-page.ts'
import { answerOpenPage } from './take-over.ts'

const scope = 'https://muster.example/'
const createWorker = (parts: object) =>
  ({ registration: { scope }, ...parts }) as unknown as ServiceWorkerGlobalScope
const createWindow = (navigate: (url: string) => Promise<unknown>) => {
  const window = { navigate: vi.fn(navigate), focus: vi.fn(async () => window) }
  return window
}
const createClients = (...windows: object[]) => ({
  matchAll: vi.fn(async () => windows),
  openWindow: vi.fn(async () => null),
})

it('a push shows its notification, and its number on the icon', async () => {
  const showNotification = vi.fn(async () => undefined)
  const setAppBadge = vi.fn(async () => undefined)
  const payload = { title: 'Fire', body: 'Leave', url: '#/alerts', tag: 'a', urgency: 'high', badge: 3 }
  const worker = createWorker({ registration: { showNotification }, navigator: { setAppBadge } })
  await showNotice(worker, readNotice(JSON.stringify(payload)))
  expect(showNotification).toHaveBeenCalledWith('Fire', {
    ...{ body: 'Leave', tag: 'a', data: { url: '#/alerts' }, renotify: true, requireInteraction: true },
  })
  expect(setAppBadge).toHaveBeenCalledWith(3)
})

it('a push that also contains the declarative form is read the same way', () => {
  const payload = { title: 'Fire', body: 'Leave', url: '#/alerts', tag: 'a', urgency: 'high', badge: 3 }
  const notification = { title: 'Fire', body: 'Leave', navigate: `${scope}#/alerts`, tag: 'a' }
  const text = JSON.stringify({ ...payload, web_push: 8030, notification, app_badge: 3 })
  expect(readNotice(text)).toEqual(readNotice(JSON.stringify(payload)))
})

it.each([undefined, '', 'no JSON', '[]', 'null', '{"title":3}'])(
  'an unreadable push shows a default notification: %s',
  text => {
    expect(readNotice(text)).toMatchObject({ title: 'Muster', url: '#/' })
  },
)

it('a notification opens in the most recently used window, or in a new one', async () => {
  const window = createWindow(async () => ({}))
  const openClients = createClients(window)
  await openNotice(createWorker({ clients: openClients }), { url: '#/alerts' })
  expect(window.focus).toHaveBeenCalled()
  expect(window.navigate).toHaveBeenCalledWith(`${scope}#/alerts`)
  expect(openClients.openWindow).not.toHaveBeenCalled()
  for (const clients of [
    createClients(),
    createClients(createWindow(() => Promise.reject(new TypeError('uncontrolled')))),
  ]) {
    await openNotice(createWorker({ clients }), { url: '#/alerts' })
    expect(clients.openWindow).toHaveBeenCalledWith(`${scope}#/alerts`)
  }
})

it.each(['https://elsewhere.example/', '//elsewhere.example', 'javascript:x', '/api', undefined])(
  'a notification never leads out of the app: %s',
  async url => {
    const clients = createClients()
    await openNotice(createWorker({ clients }), { url })
    expect(clients.openWindow).toHaveBeenCalledWith(scope)
  },
)

it('the worker subscribes again with the same key if the browser has not done so', async () => {
  const subscribe = vi.fn()
  const worker = createWorker({ registration: { pushManager: { subscribe } } })
  const applicationServerKey = new ArrayBuffer(65)
  const oldSubscription = { options: { applicationServerKey } } as unknown as PushSubscription
  await resubscribe(worker, { oldSubscription, newSubscription: oldSubscription })
  expect(subscribe).not.toHaveBeenCalled()
  await resubscribe(worker, { oldSubscription, newSubscription: null })
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey })
})

describe('the page', () => {
  const createSources = (fetched: Promise<Response>, cached: Response | undefined) => ({
    fetch: () => fetched,
    readCached: async () => cached,
    pause: () => new Promise<void>(done => setTimeout(done, 5)),
  })
  const createPageResponse = (text: string, status = 200) => new Response(text, { status })
  const readText = async (response: Promise<Response>) => (await response).text()

  it('is the server’s, which comes with the current policy', async () => {
    expect(
      await readText(
        showPage(createSources(Promise.resolve(createPageResponse('new')), createPageResponse('kept'))),
      ),
    ).toBe('new')
    expect(
      (
        await showPage(
          createSources(Promise.resolve(createPageResponse('no', 404)), createPageResponse('kept')),
        )
      ).status,
    ).toBe(404)
  })

  it.each([
    ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['while the server is just starting', () => Promise.resolve(createPageResponse('busy', 503))],
    ['when nothing has come for a moment', () => new Promise<Response>(() => {})],
  ])('is the cached one %s', async (_when, mode) => {
    expect(await readText(showPage(createSources(mode(), createPageResponse('kept'))))).toBe('kept')
  })

  it('fails with the network error if none is cached', async () => {
    const failedFetch = Promise.reject(new TypeError('Failed to fetch'))
    await expect(showPage(createSources(failedFetch, undefined))).rejects.toThrow('Failed to fetch')
    expect(
      (await showPage(createSources(Promise.resolve(createPageResponse('busy', 503)), undefined))).status,
    ).toBe(503)
  })
})

it('a file of another version comes from that version’s cache, otherwise from the network', async () => {
  const failOffline = () => Promise.reject(new TypeError('Failed to fetch'))
  const cachedResponse = await serveAsset({ cached: async () => new Response('cached'), fetch: failOffline })
  expect(await cachedResponse.text()).toBe('cached')
  const fetchedResponse = await serveAsset({
    cached: async () => undefined,
    fetch: async () => new Response('new'),
  })
  expect(await fetchedResponse.text()).toBe('new')
})

it('a version takes over from the previous one if its own page is the only one open', async () => {
  const skipWaiting = vi.fn(async () => undefined)
  const run = (entry: string, ...open: object[]) =>
    answerOpenPage(createWorker({ skipWaiting, clients: createClients(...open) }), {
      entry,
      files: ['/new.js'],
    })
  expect(await run('/old.js', {})).toBe(false)
  expect(await run('/new.js', {}, {})).toBe(true)
  expect(skipWaiting).not.toHaveBeenCalled()
  expect(await run('/new.js', {})).toBe(true)
  expect(skipWaiting).toHaveBeenCalled()
})
