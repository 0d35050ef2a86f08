import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const turn = () => new Promise<void>(resolve => setImmediate(resolve))
const full = () => new Error('full')

/** Runs these pieces by key and returns the order in which they started. */
async function orderOf(running: number, pieces: readonly string[]): Promise<string[]> {
  const { run } = createFairQueue({ running, waiting: 100, full })
  const begun: string[] = []
  await Promise.all(
    pieces.map(key =>
      run(key, async () => {
        begun.push(key)
        await turn()
      }),
    ),
  )
  return begun
}

it('a key with much work delays another one by one piece only', async () => {
  expect(await orderOf(1, ['many', 'many', 'many', 'many', 'one', 'two', 'one'])).toEqual([
    'many',
    'many',
    'one',
    'two',
    'many',
    'one',
    'many',
  ])
})

it('a single key never takes all places', async () => {
  const { run } = createFairQueue({ running: 2, waiting: 100, full })
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const many = Array.from({ length: 5 }, () =>
    run('many', () => {
      begun++
      return gate.promise
    }),
  )
  expect(await run('one', async () => begun)).toBe(1)
  gate.resolve()
  await Promise.all(many)
  expect(begun).toBe(5)
})

/** Runs work with a simulated duration in ms; `begun` lists the keys in order of their start. */
function onAClock() {
  let at = 0
  const begun: string[] = []
  const { run } = createFairQueue({ running: 2, waiting: 100, full, now: () => at })
  return {
    begun,
    pass(ms: number) {
      at += ms
    },
    run: (key: string, { ms = 0, until = turn() }: { ms?: number; until?: Promise<void> } = {}) =>
      run(key, async () => {
        begun.push(key)
        await until
        at += ms
      }),
  }
}

it('a key over its share waits until one within its share is done, and is not overtaken meanwhile', async () => {
  const { run, begun } = onAClock()
  await run('much', { ms: 101 })
  const gate = Promise.withResolvers<void>()
  const all = [run('one', { until: gate.promise }), run('much'), run('two')]
  await turn()
  expect(begun).toEqual(['much', 'one'])
  gate.resolve()
  await Promise.all(all)
  expect(begun).toEqual(['much', 'one', 'much', 'two'])
})

it('keys over their share run alongside each other, and alongside everybody once it has refilled', async () => {
  const { run, begun, pass } = onAClock()
  for (const key of ['much', 'more']) await run(key, { ms: 150 })
  const gate = Promise.withResolvers<void>()
  const all = ['much', 'more'].map(key => run(key, { until: gate.promise }))
  await turn()
  expect(begun.slice(2)).toEqual(['much', 'more'])
  gate.resolve()
  await Promise.all(all)

  pass(200)
  const another = Promise.withResolvers<void>()
  const beside = [run('one', { until: another.promise }), run('much')]
  await turn()
  expect(begun.slice(4)).toEqual(['one', 'much'])
  another.resolve()
  await Promise.all(beside)
})

it('work is refused when the queue is full, and the queue continues after work that failed', async () => {
  const { run } = createFairQueue({ running: 1, waiting: 1, full })
  const [first, second, third] = [
    run('one', () => turn().then(() => Promise.reject(new Error('broken')))),
    run('one', async () => 'second'),
    run('two', async () => 'third'),
  ].map(it => it.catch(error => error.message))
  expect(await Promise.all([first, second, third])).toEqual(['broken', 'second', 'full'])
})
