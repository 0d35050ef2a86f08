import { describe, expect, test } from 'vitest'
import { createCache } from './cache.ts'

describe('the cache', () => {
  test('loads once for many concurrent reads, and not again while the value is cached', async () => {
    let readCount = 0
    const cache = createCache({ load: async key => `${key}${++readCount}` })
    expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a1', 'a1'])
    expect(cache.get('a')).toBe('a1')
  })

  test('loads again after forgetting', async () => {
    let readCount = 0
    const cache = createCache({ load: async () => ++readCount })
    await cache.get('a')
    cache.forget('a')
    expect(await cache.get('a')).toBe(2)
    cache.forgetAll()
    expect(await cache.get('a')).toBe(3)
  })

  test('does not cache a value that was invalidated while it was loading', async () => {
    const resolvers: ((value: string) => void)[] = []
    const cache = createCache({ load: () => new Promise<string>(resolve => resolvers.push(resolve)) })
    const earlyRead = cache.get('a')
    cache.forget('a')
    const lateRead = cache.get('a')
    resolvers[1]?.('new')
    resolvers[0]?.('old')
    expect(await earlyRead).toBe('old')
    expect(await lateRead).toBe('new')
    expect(cache.get('a')).toBe('new')
  })

  test('caches neither missing values nor failures', async () => {
    const loadResults = [null, new Error('away'), 'there']
    const cache = createCache<string>({
      load: async () => {
        const result = loadResults.shift() ?? null
        if (result instanceof Error) throw result
        return result
      },
    })
    expect(await cache.get('a')).toBe(null)
    await expect(cache.get('a')).rejects.toThrow('away')
    expect(await cache.get('a')).toBe('there')
  })

  test('evicts the oldest entries when it is full, not all of them', async () => {
    let readCount = 0
    const cache = createCache({ load: async key => `${key}${++readCount}`, most: 2 })
    for (const key of ['a', 'b', 'c']) await cache.get(key)
    expect([cache.get('b'), cache.get('c')]).toEqual(['b2', 'c3'])
    expect(await cache.get('a')).toBe('a4')
  })

  test('loads again after the time limit', async () => {
    let readCount = 0
    let now = 0
    const cache = createCache({ load: async () => ++readCount, keepMs: 1_000, now: () => now })
    await cache.get('a')
    now = 1_001
    expect(await cache.get('a')).toBe(2)
  })

  test('forgets everything about a subject, including pending loads', async () => {
    const owners: Record<string, string> = { a: 'ann', b: 'ann', c: 'bob' }
    let readCount = 0
    const cache = createCache({
      load: async key => ({ owner: owners[key] ?? '', read: ++readCount }),
      listTopics: ({ owner }) => [owner],
    })
    await Promise.all(['a', 'b', 'c'].map(cache.get))
    const pendingRead = cache.read('b')
    cache.forgetAbout('ann')
    await pendingRead
    expect(['a', 'b', 'c'].map(cache.held)).toEqual([undefined, undefined, { owner: 'bob', read: 3 }])
  })

  test('keeps no value beyond its own expiry', async () => {
    let now = 0
    const cache = createCache({ load: async () => 20, findEnd: end => end, now: () => now })
    await cache.get('a')
    now = 19
    expect(cache.held('a')).toBe(20)
    now = 20
    expect(cache.held('a')).toBeUndefined()
  })

  test('keeps the value of the latest forced read', async () => {
    const resolvers: ((value: string) => void)[] = []
    const cache = createCache({ load: () => new Promise<string>(resolve => resolvers.push(resolve)) })
    const [earlyRead, lateRead] = [cache.get('a'), cache.read('a')]
    resolvers[1]?.('new')
    expect(await lateRead).toBe('new')
    resolvers[0]?.('old')
    expect([await earlyRead, cache.held('a')]).toEqual(['old', 'new'])
  })
})
