import type { FeedEvent } from '@muster/contract/feed.ts'
import { InfiniteQueryObserver, QueryClient, type QueryMeta, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveHandlers } from './appliers.ts'
import { createCacheFeeder } from './cache-feeder.ts'

const zoneId = '018f0000-0000-7000-8000-000000000001'
const zoneChangedEvent: FeedEvent = { kind: 'zone.changed', zoneId }

let client: QueryClient
let cleanups: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  cleanups = []
})
afterEach(() => {
  for (const it of cleanups) it()
  vi.unstubAllGlobals()
  client.clear()
  vi.useRealTimers()
})

/** Mounts a query: `server.value` is the server's value when the request starts, and arrives 100 ms later. */
function observeQuery(queryKey: string[], server: { value: number }, meta?: QueryMeta) {
  let fetches = 0
  const observer = new QueryObserver(client, {
    queryKey,
    meta,
    queryFn: async () => {
      fetches++
      const { value } = server
      await new Promise(resolve => setTimeout(resolve, 100))
      return value
    },
  })
  cleanups.push(observer.subscribe(() => {}))
  return {
    get fetches() {
      return fetches
    },
    data: () => client.getQueryData(queryKey),
  }
}

function startFeeder(handlers: LiveHandlers) {
  const feeder = createCacheFeeder(client, handlers, 'me')
  cleanups.push(feeder.stop)
  return feeder
}

describe('an event', () => {
  test('is applied without waiting for a frame on a page that is hidden before it renders', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 1)
    vi.stubGlobal('cancelAnimationFrame', () => undefined)
    const zones = observeQuery(['zones'], { value: 1 })
    const feeder = startFeeder({ appliers: [() => [['zones']]] })
    await vi.advanceTimersByTimeAsync(200)
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(300)
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(zones.fetches).toBe(3)
  })

  test('refetches what the appliers return, and nothing else', async () => {
    const [zones, people] = [observeQuery(['zones'], { value: 1 }), observeQuery(['people'], { value: 1 })]
    const feeder = startFeeder({ appliers: [() => [['zones']]] })
    await vi.advanceTimersByTimeAsync(200)
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(200)
    expect([zones.fetches, people.fetches]).toEqual([2, 1])
  })

  test('refetches immediately and then once a second while events keep arriving', async () => {
    const zones = observeQuery(['zones'], { value: 1 })
    const feeder = startFeeder({ appliers: [() => [['zones']]] })
    await vi.advanceTimersByTimeAsync(200)
    for (let i = 0; i < 300; i++) {
      feeder.event(zoneChangedEvent)
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(2_000)
    expect(zones.fetches).toBeGreaterThanOrEqual(4)
    expect(zones.fetches).toBeLessThanOrEqual(6)
  })

  test('refetches an expensive query only at its own interval, and once more after the last event; others as usual', async () => {
    const server = { value: 1 }
    const [days, zones] = [
      observeQuery(['of', 'days'], server, { refetchIntervalMs: 5_000 }),
      observeQuery(['of', 'zones'], server),
    ]
    const feeder = startFeeder({ appliers: [() => [['of']]] })
    await vi.advanceTimersByTimeAsync(200)
    for (let i = 0; i < 120; i++) {
      feeder.event(zoneChangedEvent)
      await vi.advanceTimersByTimeAsync(100)
    }
    server.value = 2
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(7_000)
    expect(days.fetches).toBe(5)
    expect(days.data()).toBe(2)
    expect(zones.fetches).toBeGreaterThan(11)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(days.fetches).toBe(5)
  })

  test('is not lost if it arrives during the first fetch', async () => {
    const server = { value: 1 }
    const zones = observeQuery(['zones'], server)
    const feeder = startFeeder({ appliers: [() => [['zones']]] })
    await vi.advanceTimersByTimeAsync(50)
    server.value = 2
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(60)
    expect(zones.data()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(zones.data()).toBe(2)
    expect(zones.fetches).toBe(2)
  })

  test('keeps its patch when an older pending response arrives', async () => {
    const server = { value: 1 }
    const zones = observeQuery(['zones'], server)
    await vi.advanceTimersByTimeAsync(200)
    const feeder = startFeeder({
      appliers: [
        it => {
          it.setQueryData(['zones'], 2)
          return []
        },
      ],
    })
    client.invalidateQueries({ queryKey: ['zones'] })
    await vi.advanceTimersByTimeAsync(50)
    server.value = 2
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(20)
    expect(zones.data()).toBe(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(zones.data()).toBe(2)
  })

  test('causes a single refetch of a pending query under continuous events', async () => {
    const zones = observeQuery(['zones'], { value: 1 })
    const feeder = startFeeder({
      appliers: [
        it => {
          const currentValue = it.getQueryData<number>(['zones'])
          if (currentValue === undefined) return [['zones']]
          it.setQueryData(['zones'], Math.max(currentValue, 7))
          return []
        },
      ],
    })
    for (let i = 0; i < 200; i++) {
      feeder.event(zoneChangedEvent)
      await vi.advanceTimersByTimeAsync(20)
    }
    expect(zones.data()).toBe(7)
    expect(zones.fetches).toBe(1)
    // A refetch for another reason is not restarted by events either.
    void client.invalidateQueries({ queryKey: ['zones'] })
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(50)
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(zones.data()).toBe(7)
    expect(zones.fetches).toBe(2)
  })

  test('is announced once, even if it is replayed on a pending response', async () => {
    observeQuery(['zones'], { value: 1 })
    const notifier = vi.fn()
    const feeder = startFeeder({ appliers: [() => []], notices: [notifier] })
    await vi.advanceTimersByTimeAsync(20)
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(notifier).toHaveBeenCalledOnce()
  })

  test('waits with others for the next frame, and none is lost', async () => {
    client.setQueryData(['zones'], 0)
    const feeder = startFeeder({
      appliers: [
        it => {
          it.setQueryData<number>(['zones'], old => (old ?? 0) + 1)
          return []
        },
      ],
    })
    for (let i = 0; i < 50; i++) feeder.event(zoneChangedEvent)
    expect(client.getQueryData(['zones'])).toBe(0)
    await vi.advanceTimersByTimeAsync(20)
    expect(client.getQueryData(['zones'])).toBe(50)
  })

  test('waits while a further page of a list is loading, and then patches all pages', async () => {
    const input = [{ type: 'infinite' }]
    const observer = new InfiniteQueryObserver(client, {
      queryKey: input,
      initialPageParam: 1,
      getNextPageParam: () => 2,
      queryFn: async ({ pageParam }) => {
        await new Promise(resolve => setTimeout(resolve, 100))
        return pageParam as number
      },
    })
    cleanups.push(observer.subscribe(() => {}))
    const feeder = startFeeder({
      appliers: [
        it => {
          it.setQueryData<{ pages: number[] }>(
            input,
            old => old && { ...old, pages: old.pages.map(n => n * 10) },
          )
          return []
        },
      ],
    })
    await vi.advanceTimersByTimeAsync(200)
    void observer.fetchNextPage()
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(50)
    expect(observer.getCurrentResult().data?.pages).toEqual([1])
    await vi.advanceTimersByTimeAsync(100)
    expect(observer.getCurrentResult().data?.pages).toEqual([10, 20])
    expect(observer.getCurrentResult().isFetching).toBe(false)
  })

  test('refetches everything if an applier throws', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const zones = observeQuery(['zones'], { value: 1 })
    const feeder = startFeeder({
      appliers: [
        () => {
          throw new Error('no')
        },
      ],
    })
    await vi.advanceTimersByTimeAsync(200)
    feeder.event(zoneChangedEvent)
    await vi.advanceTimersByTimeAsync(200)
    expect(zones.fetches).toBe(2)
    expect(console.error).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })
})

describe('a newly followed topic', () => {
  test('refetches the queries it covers', async () => {
    const [zones, people] = [
      observeQuery(['zones', zoneId], { value: 1 }),
      observeQuery(['people'], { value: 1 }),
    ]
    const feeder = startFeeder({ appliers: [], topicKeys: [topic => [['zones', 'id' in topic && topic.id]]] })
    await vi.advanceTimersByTimeAsync(200)
    feeder.topics([`zone:${zoneId}`])
    await vi.advanceTimersByTimeAsync(200)
    expect([zones.fetches, people.fetches]).toEqual([2, 1])
  })

  test('refetches only queries read before the time it is followed from', async () => {
    const [old, zones] = [
      observeQuery(['zones', zoneId, 'old'], { value: 1 }),
      observeQuery(['zones', zoneId], { value: 1 }),
    ]
    await vi.advanceTimersByTimeAsync(200)
    const start = Date.now()
    void client.refetchQueries({ queryKey: ['zones', zoneId], exact: true })
    await vi.advanceTimersByTimeAsync(150)
    const pending = observeQuery(['zones', zoneId, 'pending'], { value: 1 })
    const feeder = startFeeder({ appliers: [], topicKeys: [topic => [['zones', 'id' in topic && topic.id]]] })
    feeder.topicsBefore([`zone:${zoneId}`], start)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([old.fetches, zones.fetches, pending.fetches]).toEqual([2, 2, 1])
  })

  test('refetches what is patched with deltas in any case, and again if an event arrived meanwhile', async () => {
    const server = { value: 1 }
    const counts = observeQuery(['zones', zoneId], server, { hasDeltas: true })
    await vi.advanceTimersByTimeAsync(200)
    const addOne = (it: QueryClient) => {
      it.setQueryData<number>(['zones', zoneId], old => old && old + 1)
      return []
    }
    const feeder = startFeeder({
      appliers: [addOne],
      topicKeys: [topic => [['zones', 'id' in topic && topic.id]]],
    })
    feeder.topicsBefore([`zone:${zoneId}`], 0)
    await vi.advanceTimersByTimeAsync(50)
    feeder.event(zoneChangedEvent)
    server.value = 2
    await vi.advanceTimersByTimeAsync(2_000)
    expect(counts.data()).toBe(2)
    expect(counts.fetches).toBe(3)
  })

  test('refetches everything if no topic keys are registered', async () => {
    const zones = observeQuery(['zones'], { value: 1 })
    const feeder = startFeeder({ appliers: [] })
    await vi.advanceTimersByTimeAsync(200)
    feeder.topics([`zone:${zoneId}`])
    await vi.advanceTimersByTimeAsync(200)
    expect(zones.fetches).toBe(2)
  })
})

test('a resync refetches every mounted query and marks the others as stale', async () => {
  const zones = observeQuery(['zones'], { value: 1 })
  client.setQueryData(['hidden'], 1)
  const feeder = startFeeder({ appliers: [] })
  await vi.advanceTimersByTimeAsync(200)
  feeder.everything()
  await vi.advanceTimersByTimeAsync(200)
  expect(zones.fetches).toBe(2)
  expect(client.getQueryState(['hidden'])?.isInvalidated).toBe(true)
})
