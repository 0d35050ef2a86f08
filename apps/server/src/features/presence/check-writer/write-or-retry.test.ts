import { describe, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../../rpc/unexpected.ts'
import { writeOrRetry } from './write-or-retry.ts'

const createFailure = (code: string) => Object.assign(new Error(code), { code })

function createDeps(write: (items: readonly number[]) => Promise<number[]>) {
  const pauses: number[] = []
  return {
    pauses,
    write,
    isLost: isDatabaseUnavailable,
    onRetry: () => undefined,
    getOwner: (item: number) => `owner of ${Math.floor(item / 100)}`,
    pause: async (ms: number) => pauses.push(ms),
  }
}

describe('writing a batch', () => {
  test.each(['40P01', '40001', '57P01', 'ECONNREFUSED'])('is retried after %s, and succeeds', async code => {
    let tries = 0
    const results = await writeOrRetry(
      createDeps(async items => {
        if (++tries < 3) throw createFailure(code)
        return [...items]
      }),
      [1, 2],
    )
    expect(results).toEqual([1, 2])
    expect(tries).toBe(3)
  })

  test('fails only the row that cannot be written', async () => {
    const writtenItems: number[] = []
    const results = await writeOrRetry(
      createDeps(async items => {
        if (items.includes(5)) throw createFailure('22003')
        writtenItems.push(...items)
        return [...items]
      }),
      [1, 2, 3, 4, 5, 6, 7],
    )
    expect(writtenItems).toEqual([1, 2, 3, 4, 6, 7])
    expect(results.map(it => (it instanceof Error ? 'failed' : it))).toEqual([1, 2, 3, 4, 'failed', 6, 7])
  })

  test.each([0, 250, 499])(
    'finds one bad reading at index %d among the 500 of a request and writes the others',
    async badIndex => {
      const items = Array.from({ length: 500 }, (_, n) => n)
      const retryDeps = createDeps(async batch => {
        if (batch.includes(badIndex)) throw createFailure('22003')
        return [...batch]
      })
      const results = await writeOrRetry({ ...retryDeps, getOwner: () => 'somebody' }, items)
      expect(results.flatMap((it, index) => (it === index ? [] : [index]))).toEqual([badIndex])
      expect(results[badIndex]).toMatchObject({ code: '22003' })
    },
  )

  test('reports a database outage to everyone after a few seconds without halving the batch', async () => {
    let tries = 0
    const outageDeps = createDeps(async () => {
      tries++
      throw createFailure('ECONNREFUSED')
    })
    const results = await writeOrRetry(outageDeps, [1, 2, 3])
    expect(results).toMatchObject(
      [1, 2, 3].map(() => ({ code: 'SERVICE_UNAVAILABLE', cause: { code: 'ECONNREFUSED' } })),
    )
    expect(tries).toBe(8)
    expect(outageDeps.pauses.reduce((sum, ms) => sum + ms)).toBeLessThan(5_000)
  })

  test('writes the items of other people while one row is locked', async () => {
    const results = await writeOrRetry(
      createDeps(async items => {
        if (items.includes(200)) throw createFailure('55P03')
        return [...items]
      }),
      [100, 200, 300],
    )
    expect(results).toEqual([100, expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }), 300])
  })

  test('waits for a lock once per half, not once per item of the person who causes it', async () => {
    let tries = 0
    const ownItems = [100, 101, 102, 103, 104, 105, 106, 107]
    const results = await writeOrRetry(
      createDeps(async items => {
        tries++
        if (items.includes(103)) throw createFailure('55P03')
        return [...items]
      }),
      [1, ...ownItems, 200],
    )
    expect(tries).toBeLessThanOrEqual(6)
    expect([results[0], results.at(-1)]).toEqual([1, 200])
    expect(results.slice(1, -1)).toEqual(
      ownItems.map(() => expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })),
    )
  })

  test('needs only a few writes when five hundred items of one person fail, and writes all others', async () => {
    let tries = 0
    const culprits: string[] = []
    const otherItems = Array.from({ length: 300 }, (_, n) => (n + 10) * 100)
    const badItems = Array.from({ length: 100 }, (_, n) => 500 + n)
    const allItems = otherItems.flatMap((it, n) => (n < 100 ? [it, badItems[n] as number] : [it]))
    const results = await writeOrRetry(
      {
        ...createDeps(async items => {
          tries++
          if (items.some(it => it >= 500 && it < 600)) throw createFailure('22003')
          return [...items]
        }),
        onCulprit: owner => culprits.push(owner),
      },
      allItems,
    )
    const failedItems = allItems.filter((_, n) => results[n] instanceof Error)
    expect(failedItems).toEqual(badItems)
    expect(allItems.every((it, n) => failedItems.includes(it) || results[n] === it)).toBe(true)
    expect(new Set(culprits)).toEqual(new Set(['owner of 5']))
    expect(tries).toBeLessThan(40)
  })

  test('finds many culprits within a limited number of writes; people left undecided may send again', async () => {
    let tries = 0
    const results = await writeOrRetry(
      createDeps(async items => {
        tries++
        if (items.some(it => it % 200 === 0)) throw createFailure('22003')
        return [...items]
      }),
      Array.from({ length: 1_000 }, (_, n) => n * 100),
    )
    expect(tries).toBeLessThan(100)
    expect(results.filter(it => it === undefined)).toEqual([])
  })
})
