import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendWaitingMessage } from '../installed/worker-messages.ts'
import { openCacheDb } from '../offline/cache-db.ts'
import { deviceStore } from '../offline/outbox-store.ts'
import { sendWaiting } from './send-waiting.ts'

const page = (visibilityState: string, url = 'https://muster.example/#/alerts') => ({
  visibilityState,
  url,
  postMessage: vi.fn(),
})
const workerWith = (...pages: object[]) =>
  ({ clients: { matchAll: async () => pages } }) as unknown as ServiceWorkerGlobalScope

const fetched = vi.fn()

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'https://muster.example' })
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  const at = new Date(Date.now() - 120_000).toISOString()
  const store = await deviceStore()
  for (const { id } of await store.all()) await store.remove(id)
  await store.put({
    ...{ id: 'a', kind: 'alert read', userId: 'ana', at, state: 'waiting' },
    payload: { alertId: 'x', title: 'Fire', read: true },
  })
  await store.put({ ...{ id: 'b', kind: 'alert read', userId: 'bo', at, state: 'waiting' }, payload: {} })
  await (await openCacheDb()).put('session', { id: 'sending', token: 'token of ana', userId: 'ana' })
})
afterEach(() => void vi.unstubAllGlobals())

const states = async () => (await (await deviceStore()).all()).map(({ id, state }) => `${id} ${state}`)

it('the visible page sends the queue', async () => {
  const visible = page('visible')
  await sendWaiting(workerWith(visible, page('hidden')))
  expect(visible.postMessage).toHaveBeenCalledWith(sendWaitingMessage)
  expect(fetched).not.toHaveBeenCalled()
})

it('the worker sends the queue if no page of the app is visible, with the owner’s session', async () => {
  fetched.mockImplementation(async () => Response.json({ json: { isRead: true } }))
  await sendWaiting(workerWith(page('hidden'), page('visible', 'https://muster.example/api')))
  expect(fetched).toHaveBeenCalledTimes(1)
  const [request] = fetched.mock.calls[0] as [Request]
  expect(request.url).toBe('https://muster.example/rpc/alerts/markRead')
  expect(request.headers.get('authorization')).toBe('Bearer token of ana')
  expect(await states()).toEqual(['a confirmed', 'b waiting'])
})

it('sending fails if something is left, so that the browser tries again', async () => {
  fetched.mockImplementation(async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(sendWaiting(workerWith())).rejects.toThrow('still waits')
  expect(await states()).toEqual(['a waiting', 'b waiting'])
})

it('nothing is sent once the session has ended', async () => {
  await (await openCacheDb()).clear('session')
  await sendWaiting(workerWith())
  expect(fetched).not.toHaveBeenCalled()
})
