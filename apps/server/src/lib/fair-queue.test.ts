import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const turn = () => new Promise<void>(resolve => setImmediate(resolve))
const full = () => new Error('full')

/** Runs this many tasks of each key, and returns the order in which they started. */
async function runInOrder(running: number, pieces: readonly string[]): Promise<string[]> {
  const { run } = createFairQueue({ running, waiting: 100, createFullError: full })
  const started: string[] = []
  await Promise.all(
    pieces.map(key =>
      run(key, async () => {
        started.push(key)
        await turn()
      }),
    ),
  )
  return started
}

it('a busy key delays another by one task, not by all of them', async () => {
  expect(await runInOrder(1, ['many', 'many', 'many', 'many', 'one', 'two', 'one'])).toEqual([
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
  const { run } = createFairQueue({ running: 2, waiting: 100, createFullError: full })
  const gate = Promise.withResolvers<void>()
  let started = 0
  const many = Array.from({ length: 5 }, () =>
    run('many', () => {
      started++
      return gate.promise
    }),
  )
  expect(await run('one', async () => started)).toBe(1)
  gate.resolve()
  await Promise.all(many)
  expect(started).toBe(5)
})

/** Runs work of given durations on a simulated clock; `begun` lists its keys in order. */
function onAClock() {
  let at = 0
  const started: string[] = []
  const { run } = createFairQueue({ running: 2, waiting: 100, createFullError: full, now: () => at })
  return {
    begun: started,
    pass(ms: number) {
      at += ms
    },
    run: (key: string, { ms = 0, until = turn() }: { ms?: number; until?: Promise<void> } = {}) =>
      run(key, async () => {
        started.push(key)
        await until
        at += ms
      }),
  }
}

it('a heavy key waits until light keys are done, and is not overtaken meanwhile', async () => {
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

it('heavy keys run at the same time as each other, and after a while with everybody else', async () => {
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

it('calls beyond the queue limit are refused, and failed work does not stop the queue', async () => {
  const { run } = createFairQueue({ running: 1, waiting: 1, createFullError: full })
  const [first, second, third] = [
    run('one', () => turn().then(() => Promise.reject(new Error('broken')))),
    run('one', async () => 'second'),
    run('two', async () => 'third'),
  ].map(it => it.catch(error => error.message))
  expect(await Promise.all([first, second, third])).toEqual(['broken', 'second', 'full'])
})
