import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CachedRead } from '../cache-db.ts'
import { cacheDelayMs, createReadCache } from './read-cache.ts'
import { maxReadAgeMs } from './reads-store.ts'

const start = Date.parse('2026-11-25T08:00:00.000Z')
const key = ['zones']

/** Creates a device with its stored responses, and a controllable server. */
function createDevice({ online = true, live = false }: { online?: boolean; live?: boolean } = {}) {
  const rowsByKey = new Map<string, CachedRead>()
  const state = { online, live, fits: true, build: 'one', answer: async (): Promise<unknown> => 'fresh' }
  const open = () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const readCache = createReadCache(client, {
      owner: 'token',
      store: {
        load: async (owner, hash) => rowsByKey.get(`${owner} ${hash}`),
        save: async saved => {
          for (const row of saved) rowsByKey.set(`${row.owner} ${row.hash}`, row)
        },
      },
      isCached: ([name]) => name === 'zones',
      toStored: (_, data) => data,
      maxAgeMs: () => maxReadAgeMs,
      fits: async () => state.fits,
      build: state.build,
      isLive: () => state.live,
      trueUntil: () => undefined,
      isOnline: () => state.online,
      now: Date.now,
    })
    client.setDefaultOptions({ queries: { retry: false, persister: readCache.persister as never } })
    const stop = readCache.start()
    const read = (queryKey = key) => client.fetchQuery({ queryKey, queryFn: () => state.answer() })
    const readState = (queryKey = key) => client.getQueryState(queryKey)
    return { client, keeper: readCache, stop, read, shown: readState }
  }
  return { state, rows: rowsByKey, open }
}
const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

/** Fetches once with a network, and closes the app an hour later. */
async function readAndClose(it: ReturnType<typeof createDevice>) {
  const firstRun = it.open()
  await firstRun.read()
  await vi.advanceTimersByTimeAsync(5_000)
  firstRun.stop()
  vi.setSystemTime(start + 3_600_000)
}

describe('a stored response', () => {
  test('is shown without a network, with its age', async () => {
    const it = createDevice()
    await readAndClose(it)
    Object.assign(it.state, { online: false, answer: failToFetch })
    const { read, shown } = it.open()
    const pendingRead = read()
    await vi.advanceTimersByTimeAsync(10)
    expect(await pendingRead).toBe('fresh')
    expect(shown()).toMatchObject({
      data: 'fresh',
      status: 'success',
      dataUpdatedAt: start,
      isInvalidated: true,
    })
  })

  test('is refetched once the feed is live, even if a further page was read before', async () => {
    const it = createDevice()
    const pages = {
      queryKey: key,
      initialPageParam: 1,
      getNextPageParam: () => 2,
      queryFn: () => it.state.answer(),
    }
    const firstRun = it.open()
    await firstRun.client.fetchInfiniteQuery(pages)
    await vi.advanceTimersByTimeAsync(5_000)
    firstRun.stop()
    Object.assign(it.state, { online: false, answer: failToFetch })
    const { client, keeper } = it.open()
    const observer = new InfiniteQueryObserver(client, { ...pages, retry: false })
    const unsubscribe = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(10)
    Object.assign(it.state, { online: true, answer: async () => 'new' })
    await observer.fetchNextPage()
    expect(observer.getCurrentResult().data?.pages).toEqual(['fresh', 'new'])
    keeper.refetch()
    await vi.advanceTimersByTimeAsync(10)
    expect(observer.getCurrentResult().data?.pages).toEqual(['new', 'new'])
    unsubscribe()
  })

  test('is shown while the server does not respond, and is replaced by its response', async () => {
    const it = createDevice()
    await readAndClose(it)
    let respond = (_value: unknown) => {}
    it.state.answer = () =>
      new Promise(resolve => {
        respond = resolve
      })
    const { read, shown } = it.open()
    const pendingRead = read()
    await vi.advanceTimersByTimeAsync(cacheDelayMs - 1)
    expect(shown()?.data).toBeUndefined()
    await vi.advanceTimersByTimeAsync(10)
    expect(shown()).toMatchObject({ data: 'fresh', dataUpdatedAt: start, fetchStatus: 'fetching' })
    respond('newer')
    expect(await pendingRead).toBe('newer')
    expect(shown()).toMatchObject({ data: 'newer', dataUpdatedAt: Date.now() })
  })

  test.each([
    ['it does not fit the contract any more', { build: 'two', fits: false }],
    ['the feed is live: the failure has a reason of its own', { live: true, answer: failToFetch }],
    ['the server refuses', { answer: () => Promise.reject(new Error('FORBIDDEN')) }],
  ])('is hidden where %s', async (_why, changes) => {
    const it = createDevice()
    await readAndClose(it)
    Object.assign(it.state, { answer: failToFetch, ...changes })
    const { read, shown } = it.open()
    await expect(read()).rejects.toThrow()
    expect(shown()?.data).toBeUndefined()
  })

  test('is shown in another version of the app if it still fits the contract', async () => {
    const it = createDevice()
    await readAndClose(it)
    Object.assign(it.state, { build: 'two', answer: failToFetch })
    expect(await it.open().read()).toBe('fresh')
  })

  test('expires after a week', async () => {
    const it = createDevice()
    await readAndClose(it)
    vi.setSystemTime(start + maxReadAgeMs + 10_000)
    it.state.answer = failToFetch
    await expect(it.open().read()).rejects.toThrow('Failed to fetch')
  })
})

test('data on the screen keeps its age when a refetch fails', async () => {
  const it = createDevice()
  const { client, read, shown } = it.open()
  await read()
  vi.setSystemTime(start + 600_000)
  it.state.answer = failToFetch
  await client.invalidateQueries({ queryKey: key })
  await read()
  expect(shown()).toMatchObject({ data: 'fresh', status: 'success', dataUpdatedAt: start })
})

test('data that must not stay on a device is never stored', async () => {
  const it = createDevice()
  const { read } = it.open()
  await read(['security'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(it.rows.size).toBe(0)
})

test('the first pages of a long list are stored, and nothing of a huge response', async () => {
  const it = createDevice()
  const { read } = it.open()
  it.state.answer = async () => ({ pages: [1, 2, 3, 4, 5], pageParams: [0, 1, 2, 3, 4] })
  await read()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([...it.rows.values()].map(row => row.data)).toEqual([{ pages: [1, 2, 3], pageParams: [0, 1, 2] }])
  it.state.answer = async () => 'x'.repeat(1_600_000)
  await read(['zones', 'huge'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(it.rows.size).toBe(1)
})
