import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const turn = () => new Promise<void>(resolve => setImmediate(resolve))
const createLimit = (running: number, waiting: number) =>
  createConcurrencyLimit({ running, waiting, createFullError: () => new Error('full') })

/** Creates work that ends on demand and records how much of it ran concurrently. */
function gatedWork() {
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
      for (let open = gates.shift(); open; open = gates.shift()) {
        open()
        await turn()
      }
    },
  }
}

it("a limited number of a key's calls run, a limited number wait, and the others are refused", async () => {
  const { run } = createLimit(2, 3)
  const gated = gatedWork()
  const all = Array.from({ length: 8 }, () =>
    run('one', () => gated.work()).then(
      () => 'ran',
      error => error.message,
    ),
  )
  await turn()
  await gated.openAll()
  expect(await Promise.all(all)).toEqual(['ran', 'ran', 'ran', 'ran', 'ran', 'full', 'full', 'full'])
  expect(gated.most).toBe(2)
})

it('waiting calls run in order of arrival', async () => {
  const { run } = createLimit(1, 10)
  const served: number[] = []
  await Promise.all([1, 2, 3, 4].map(number => run('one', () => turn().then(() => served.push(number)))))
  expect(served).toEqual([1, 2, 3, 4])
})

it('keys do not wait for each other', async () => {
  const { run } = createLimit(1, 0)
  const gated = gatedWork()
  const busy = run('one', () => gated.work())
  expect(await run('another', () => 'ran')).toBe('ran')
  await gated.openAll()
  await busy
})

it('a place is free again after failed work', async () => {
  const { run } = createLimit(1, 0)
  await expect(run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run('one', () => 'ran')).toBe('ran')
})
