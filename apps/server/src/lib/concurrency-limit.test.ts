import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const nextTick = () => new Promise<void>(resolve => setImmediate(resolve))
const createLimit = (running: number, waiting: number) =>
  createConcurrencyLimit({ running, waiting, createFullError: () => new Error('full') })

/** Creates work that ends on demand and records how much of it ran concurrently. */
function createGatedWork() {
  const pendingGates: (() => void)[] = []
  let runningCount = 0
  return {
    most: 0,
    async work() {
      this.most = Math.max(this.most, ++runningCount)
      await new Promise<void>(resolve => pendingGates.push(resolve))
      runningCount--
    },
    async openAll() {
      for (let openGate = pendingGates.shift(); openGate; openGate = pendingGates.shift()) {
        openGate()
        await nextTick()
      }
    },
  }
}

it("a limited number of a key's calls run, a limited number wait, and the others are refused", async () => {
  const { run } = createLimit(2, 3)
  const gatedWork = createGatedWork()
  const runs = Array.from({ length: 8 }, () =>
    run('one', () => gatedWork.work()).then(
      () => 'ran',
      error => error.message,
    ),
  )
  await nextTick()
  await gatedWork.openAll()
  expect(await Promise.all(runs)).toEqual(['ran', 'ran', 'ran', 'ran', 'ran', 'full', 'full', 'full'])
  expect(gatedWork.most).toBe(2)
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
  const gatedWork = createGatedWork()
  const pendingRun = run('one', () => gatedWork.work())
  expect(await run('another', () => 'ran')).toBe('ran')
  await gatedWork.openAll()
  await pendingRun
})

it('a place is free again after failed work', async () => {
  const { run } = createLimit(1, 0)
  await expect(run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run('one', () => 'ran')).toBe('ran')
})
