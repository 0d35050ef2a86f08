import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendWaitingMessage } from '../installed/worker-messages.ts'
import { openCacheDb } from '../offline/cache-db.ts'
import { openDeviceStore } from '../offline/outbox-store.ts'
import { sendWaitingEntries } from './send-waiting.ts'

const createPage = (visibilityState: string, url = 'https://muster.example/#/alerts') => ({
  visibilityState,
  url,
  postMessage: vi.fn(),
})
const createWorker = (...pages: object[]) =>
  ({ clients: { matchAll: async () => pages } }) as unknown as ServiceWorkerGlobalScope

const fetchSpy = vi.fn()

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'https://muster.example' })
  vi.stubGlobal('fetch', fetchSpy)
  fetchSpy.mockReset()
  const at = new Date(Date.now() - 120_000).toISOString()
  const store = await openDeviceStore()
  for (const { id } of await store.all()) await store.remove(id)
  await store.put({
    ...{ id: 'a', kind: 'alert read', userId: 'ana', at, state: 'waiting' },
    payload: { alertId: 'x', title: 'Fire', read: true },
  })
  await store.put({
    ...{ id: 'b', kind: 'alert read', userId: 'bo', at, state: 'waiting' },
    payload: {},
  })
  await (await openCacheDb()).put('session', { id: 'sending', token: 'token of ana', userId: 'ana' })
})
afterEach(() => void vi.unstubAllGlobals())

const listStates = async () =>
  (await (await openDeviceStore()).all()).map(({ id, state }) => `${id} ${state}`)

it('the visible page sends the queue', async () => {
  const visiblePage = createPage('visible')
  await sendWaitingEntries(createWorker(visiblePage, createPage('hidden')))
  expect(visiblePage.postMessage).toHaveBeenCalledWith(sendWaitingMessage)
  expect(fetchSpy).not.toHaveBeenCalled()
})

it('the worker sends the queue if no page of the app is visible, with the owner’s session', async () => {
  fetchSpy.mockImplementation(async () => Response.json({ json: { isRead: true } }))
  await sendWaitingEntries(
    createWorker(createPage('hidden'), createPage('visible', 'https://muster.example/api')),
  )
  expect(fetchSpy).toHaveBeenCalledTimes(1)
  const [request] = fetchSpy.mock.calls[0] as [Request]
  expect(request.url).toBe('https://muster.example/rpc/alerts/markRead')
  expect(request.headers.get('authorization')).toBe('Bearer token of ana')
  expect(await listStates()).toEqual(['a confirmed', 'b waiting'])
})

it('sending fails if something is left, so that the browser tries again', async () => {
  fetchSpy.mockImplementation(async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(sendWaitingEntries(createWorker())).rejects.toThrow('still waits')
  expect(await listStates()).toEqual(['a waiting', 'b waiting'])
})

it('nothing is sent once the session has ended', async () => {
  await (await openCacheDb()).clear('session')
  await sendWaitingEntries(createWorker())
  expect(fetchSpy).not.toHaveBeenCalled()
})
