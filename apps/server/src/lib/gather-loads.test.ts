import { describe, expect, test } from 'vitest'
import { gatherLoads } from './gather-loads.ts'

/** Creates a bulk load that completes on demand. */
function slowReads() {
  const reads: { keys: readonly string[]; answer: () => void; fail: () => void }[] = []
  const load = gatherLoads<string>(
    keys =>
      new Promise((resolve, reject) => {
        reads.push({
          keys,
          answer: () =>
            resolve(new Map(keys.filter(it => it !== 'none').map(it => [it, `${it}${reads.length}`]))),
          fail: () => reject(new Error('away')),
        })
      }),
    3,
  )
  return { load, reads }
}
const turn = () => new Promise(resolve => setImmediate(resolve))

describe('gathered loads', () => {
  test('combine concurrent requests into one load, and those made during it into the next', async () => {
    const { load, reads } = slowReads()
    const first = [load('a'), load('b'), load('a'), load('none')]
    await turn()
    const then = [load('a'), load('c'), load('d'), load('e')]
    await turn()
    expect(reads.map(it => it.keys)).toEqual([['a', 'b', 'none']])
    reads[0]?.answer()
    expect(await Promise.all(first)).toEqual(['a1', 'b1', 'a1', null])
    await turn()
    reads[1]?.answer()
    await turn()
    expect(reads.map(it => it.keys).slice(1)).toEqual([['a', 'c', 'd'], ['e']])
    reads[2]?.answer()
    // The repeated key is loaded again, because the earlier value may be stale.
    expect(await Promise.all(then)).toEqual(['a2', 'c2', 'd2', 'e3'])
  })

  test('fail together with their load, and continue with the next one', async () => {
    const { load, reads } = slowReads()
    const failing = load('a')
    await turn()
    reads[0]?.fail()
    await expect(failing).rejects.toThrow('away')
    const good = load('a')
    await turn()
    reads[1]?.answer()
    expect(await good).toBe('a2')
  })
})
