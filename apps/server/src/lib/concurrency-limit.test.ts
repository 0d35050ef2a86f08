import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const nextTick = () => new Promise<void>(resolve => setImmediate(resolve))
const createLimit = (running: number, waiting: number) =>
  createConcurrencyLimit({ running, waiting, createFullError: () => new Error('full') })

/** Creates work that ends on demand and records how much of it ran concurrently. */
function createGatedWork() {
  const gates: (() => void)[] = []
  let running = 0
  return {
    most: 0,
    async work() {
      this.most = Math.max(this.most, ++running)
      await new Promise<void>(resolve => gates.push(resolve))
      running--
    },
    async openAll() {
      for (let openGate = gates.shift(); openGate; openGate = gates.shift()) {
        openGate()
        await nextTick()
      }
    },
  }
}

it("a limited number of a key's calls run, a limited number wait, and the others are refused", async () => {
  const { run } = createLimit(2, 3)
  const gated = createGatedWork()
  const runs = Array.from({ length: 8 }, () =>
    run('one', () => gated.work()).then(
      () => 'ran',
      error => error.message,
    ),
  )
  await nextTick()
  await gated.openAll()
  expect(await Promise.all(runs)).toEqual(['ran', 'ran', 'ran', 'ran', 'ran', 'full', 'full', 'full'])
  expect(gated.most).toBe(2)
})

it('waiting calls run in order of arrival', async () => {
  const { run } = createLimit(1, 10)
  const servedNumbers: number[] = []
  await Promise.all(
    [1, 2, 3, 4].map(number => run('one', () => nextTick().then(() => servedNumbers.push(number)))),
  )
  expect(servedNumbers).toEqual([1, 2, 3, 4])
})

it('keys do not wait for each other', async () => {
  const { run } = createLimit(1, 0)
  const gated = createGatedWork()
  const pendingRun = run('one', () => gated.work())
  expect(await run('another', () => 'ran')).toBe('ran')
  await gated.openAll()
  await pendingRun
})

it('a place is free again after failed work', async () => {
  const { run } = createLimit(1, 0)
  await expect(run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run('one', () => 'ran')).toBe('ran')
})
