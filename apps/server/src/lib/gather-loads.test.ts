import { describe, expect, test } from 'vitest'
import { gatherLoads } from './gather-loads.ts'

/** Creates a bulk load that completes on demand. */
function createSlowReads() {
  const pendingReads: { keys: readonly string[]; answer: () => void; fail: () => void }[] = []
  const load = gatherLoads<string>(
    keys =>
      new Promise((resolve, reject) => {
        pendingReads.push({
          keys,
          answer: () =>
            resolve(new Map(keys.filter(it => it !== 'none').map(it => [it, `${it}${pendingReads.length}`]))),
          fail: () => reject(new Error('away')),
        })
      }),
    3,
  )
  return { load, reads: pendingReads }
}
const nextTick = () => new Promise(resolve => setImmediate(resolve))

describe('gathered loads', () => {
  test('combine concurrent requests into one load, and those made during it into the next', async () => {
    const { load, reads } = createSlowReads()
    const firstLoads = [load('a'), load('b'), load('a'), load('none')]
    await nextTick()
    const laterLoads = [load('a'), load('c'), load('d'), load('e')]
    await nextTick()
    expect(reads.map(it => it.keys)).toEqual([['a', 'b', 'none']])
    reads[0]?.answer()
    expect(await Promise.all(firstLoads)).toEqual(['a1', 'b1', 'a1', null])
    await nextTick()
    reads[1]?.answer()
    await nextTick()
    expect(reads.map(it => it.keys).slice(1)).toEqual([['a', 'c', 'd'], ['e']])
    reads[2]?.answer()
    // The repeated key is loaded again, because the earlier value may be stale.
    expect(await Promise.all(laterLoads)).toEqual(['a2', 'c2', 'd2', 'e3'])
  })

  test('fail together with their load, and continue with the next one', async () => {
    const { load, reads } = createSlowReads()
    const failingLoad = load('a')
    await nextTick()
    reads[0]?.fail()
    await expect(failingLoad).rejects.toThrow('away')
    const retriedLoad = load('a')
    await nextTick()
    reads[1]?.answer()
    expect(await retriedLoad).toBe('a2')
  })
})
