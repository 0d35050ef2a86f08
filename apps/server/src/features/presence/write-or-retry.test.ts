import { describe, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../rpc/unexpected.ts'
import { writeOrRetry } from './write-or-retry.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

function deps(write: (items: readonly number[]) => Promise<number[]>) {
  const pauses: number[] = []
  return {
    pauses,
    write,
    isLost: isDatabaseUnavailable,
    onRetry: () => undefined,
    pause: async (ms: number) => pauses.push(ms),
  }
}

describe('writing again', () => {
  test.each(['40P01', '40001', '57P01', 'ECONNREFUSED'])(
    '%s passes, and the batch is written',
    async code => {
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
    },
  )

  test('a row that cannot be written fails alone', async () => {
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

  test('a database that stays away is told to everyone, after a few seconds and not by halves', async () => {
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

  test('a row that somebody else keeps locked holds up nobody else', async () => {
    const answers = await writeOrRetry(
      deps(async items => {
        if (items.includes(2)) throw failure('55P03')
        return [...items]
      }),
      [1, 2, 3],
    )
    expect(answers).toEqual([1, expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }), 3])
  })
})
