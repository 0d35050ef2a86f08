import { describe, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../../rpc/unexpected.ts'
import { writeOrRetry } from './write-or-retry.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

function deps(write: (items: readonly number[]) => Promise<number[]>) {
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
    const answers = await writeOrRetry(
      deps(async items => {
        if (++tries < 3) throw failure(code)
        return [...items]
      }),
      [1, 2],
    )
    expect(answers).toEqual([1, 2])
    expect(tries).toBe(3)
  })

  test('fails only the row that cannot be written', async () => {
    const written: number[] = []
    const answers = await writeOrRetry(
      deps(async items => {
        if (items.includes(5)) throw failure('22003')
        written.push(...items)
        return [...items]
      }),
      [1, 2, 3, 4, 5, 6, 7],
    )
    expect(written).toEqual([1, 2, 3, 4, 6, 7])
    expect(answers.map(it => (it instanceof Error ? 'failed' : it))).toEqual([1, 2, 3, 4, 'failed', 6, 7])
  })

  test.each([0, 250, 499])(
    'finds one bad reading at index %d among the 500 of a request and writes the others',
    async bad => {
      const items = Array.from({ length: 500 }, (_, n) => n)
      const one = deps(async some => {
        if (some.includes(bad)) throw failure('22003')
        return [...some]
      })
      const answers = await writeOrRetry({ ...one, getOwner: () => 'somebody' }, items)
      expect(answers.flatMap((it, at) => (it === at ? [] : [at]))).toEqual([bad])
      expect(answers[bad]).toMatchObject({ code: '22003' })
    },
  )

  test('reports a database outage to everyone after a few seconds without halving the batch', async () => {
    let tries = 0
    const it = deps(async () => {
      tries++
      throw failure('ECONNREFUSED')
    })
    const answers = await writeOrRetry(it, [1, 2, 3])
    expect(answers).toEqual([1, 2, 3].map(() => expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })))
    expect(tries).toBe(8)
    expect(it.pauses.reduce((sum, ms) => sum + ms)).toBeLessThan(5_000)
  })

  test('writes the items of other people while one row is locked', async () => {
    const answers = await writeOrRetry(
      deps(async items => {
        if (items.includes(200)) throw failure('55P03')
        return [...items]
      }),
      [100, 200, 300],
    )
    expect(answers).toEqual([100, expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }), 300])
  })

  test('waits for a lock once per half, not once per item of the person who causes it', async () => {
    let tries = 0
    const own = [100, 101, 102, 103, 104, 105, 106, 107]
    const answers = await writeOrRetry(
      deps(async items => {
        tries++
        if (items.includes(103)) throw failure('55P03')
        return [...items]
      }),
      [1, ...own, 200],
    )
    expect(tries).toBeLessThanOrEqual(6)
    expect([answers[0], answers.at(-1)]).toEqual([1, 200])
    expect(answers.slice(1, -1)).toEqual(
      own.map(() => expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })),
    )
  })

  test('needs only a few writes when five hundred items of one person fail, and writes all others', async () => {
    let tries = 0
    const culprits: string[] = []
    const others = Array.from({ length: 300 }, (_, n) => (n + 10) * 100)
    const bad = Array.from({ length: 100 }, (_, n) => 500 + n)
    const all = others.flatMap((it, n) => (n < 100 ? [it, bad[n] as number] : [it]))
    const answers = await writeOrRetry(
      {
        ...deps(async items => {
          tries++
          if (items.some(it => it >= 500 && it < 600)) throw failure('22003')
          return [...items]
        }),
        onCulprit: owner => culprits.push(owner),
      },
      all,
    )
    const failed = all.filter((_, n) => answers[n] instanceof Error)
    expect(failed).toEqual(bad)
    expect(all.every((it, n) => failed.includes(it) || answers[n] === it)).toBe(true)
    expect(new Set(culprits)).toEqual(new Set(['owner of 5']))
    expect(tries).toBeLessThan(40)
  })

  test('finds many culprits within a limited number of writes; people left undecided may send again', async () => {
    let tries = 0
    const answers = await writeOrRetry(
      deps(async items => {
        tries++
        if (items.some(it => it % 200 === 0)) throw failure('22003')
        return [...items]
      }),
      Array.from({ length: 1_000 }, (_, n) => n * 100),
    )
    expect(tries).toBeLessThan(100)
    expect(answers.filter(it => it === undefined)).toEqual([])
  })
})
