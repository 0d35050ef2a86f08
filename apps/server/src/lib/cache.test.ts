import { describe, expect, test } from 'vitest'
import { createCache } from './cache.ts'

describe('the cache', () => {
  test('loads once for many concurrent reads, and not again while the value is cached', async () => {
    let reads = 0
    const cache = createCache({ load: async key => `${key}${++reads}` })
    expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a1', 'a1'])
    expect(cache.get('a')).toBe('a1')
  })

  test('loads again after forgetting', async () => {
    let reads = 0
    const cache = createCache({ load: async () => ++reads })
    await cache.get('a')
    cache.forget('a')
    expect(await cache.get('a')).toBe(2)
    cache.forgetAll()
    expect(await cache.get('a')).toBe(3)
  })

  test('does not cache a value that was invalidated while it was loading', async () => {
    const answers: ((value: string) => void)[] = []
    const cache = createCache({ load: () => new Promise<string>(resolve => answers.push(resolve)) })
    const early = cache.get('a')
    cache.forget('a')
    const late = cache.get('a')
    answers[1]?.('new')
    answers[0]?.('old')
    expect(await early).toBe('old')
    expect(await late).toBe('new')
    expect(cache.get('a')).toBe('new')
  })

  test('caches neither missing values nor failures', async () => {
    const answers = [null, new Error('away'), 'there']
    const cache = createCache<string>({
      load: async () => {
        const answer = answers.shift() ?? null
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    expect(await cache.get('a')).toBe(null)
    await expect(cache.get('a')).rejects.toThrow('away')
    expect(await cache.get('a')).toBe('there')
  })

  test('evicts the oldest entries when it is full, not all of them', async () => {
    let reads = 0
    const cache = createCache({ load: async key => `${key}${++reads}`, most: 2 })
    for (const key of ['a', 'b', 'c']) await cache.get(key)
    expect([cache.get('b'), cache.get('c')]).toEqual(['b2', 'c3'])
    expect(await cache.get('a')).toBe('a4')
  })

  test('loads again after the time limit', async () => {
    let reads = 0
    let now = 0
    const cache = createCache({ load: async () => ++reads, keepMs: 1_000, now: () => now })
    await cache.get('a')
    now = 1_001
    expect(await cache.get('a')).toBe(2)
  })

  test('forgets everything about a subject, including pending loads', async () => {
    const owners: Record<string, string> = { a: 'ann', b: 'ann', c: 'bob' }
    let reads = 0
    const cache = createCache({
      load: async key => ({ owner: owners[key] ?? '', read: ++reads }),
      listTopics: ({ owner }) => [owner],
    })
    await Promise.all(['a', 'b', 'c'].map(cache.get))
    const reading = cache.read('b')
    cache.forgetAbout('ann')
    await reading
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
    const answers: ((value: string) => void)[] = []
    const cache = createCache({ load: () => new Promise<string>(resolve => answers.push(resolve)) })
    const [early, late] = [cache.get('a'), cache.read('a')]
    answers[1]?.('new')
    expect(await late).toBe('new')
    answers[0]?.('old')
    expect([await early, cache.held('a')]).toEqual(['old', 'new'])
  })
})
