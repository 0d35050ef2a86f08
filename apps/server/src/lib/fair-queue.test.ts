import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const nextTick = () => new Promise<void>(resolve => setImmediate(resolve))
const createQueueFullError = () => new Error('full')

/** Runs a task for each of these keys, and returns the keys in the order in which their tasks started. */
async function runInOrder(running: number, taskKeys: readonly string[]): Promise<string[]> {
  const { run } = createFairQueue({ running, waiting: 100, createFullError: createQueueFullError })
  const startOrder: string[] = []
  await Promise.all(
    taskKeys.map(key =>
      run(key, async () => {
        startOrder.push(key)
        await nextTick()
      }),
    ),
  )
  return startOrder
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

it('a single key takes all places while nobody else waits, and gives the next one to who does', async () => {
  const { run } = createFairQueue({ running: 2, waiting: 100, createFullError: createQueueFullError })
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  let startedCount = 0
  const manyRuns = gates.map(gate =>
    run('many', () => {
      startedCount++
      return gate.promise
    }),
  )
  await nextTick()
  expect(startedCount).toBe(2)
  const one = run('one', async () => startedCount)
  gates[0]?.resolve()
  expect(await one).toBe(2)
  for (const gate of gates) gate.resolve()
  await Promise.all(manyRuns)
  expect(startedCount).toBe(5)
})

/** Runs work of given durations on a simulated clock; `begun` lists the keys in the order in which their work started. */
function createClockedQueue() {
  let at = 0
  const startOrder: string[] = []
  const { run } = createFairQueue({
    running: 2,
    waiting: 100,
    createFullError: createQueueFullError,
    now: () => at,
  })
  return {
    begun: startOrder,
    pass(ms: number) {
      at += ms
    },
    run: (key: string, { ms = 0, until = nextTick() }: { ms?: number; until?: Promise<void> } = {}) =>
      run(key, async () => {
        startOrder.push(key)
        await until
        at += ms
      }),
  }
}

it('a heavy key waits until light keys are done, and is not overtaken meanwhile', async () => {
  const { run, begun } = createClockedQueue()
  await run('much', { ms: 101 })
  const gate = Promise.withResolvers<void>()
  const runs = [run('one', { until: gate.promise }), run('much'), run('two')]
  await nextTick()
  expect(begun).toEqual(['much', 'one'])
  gate.resolve()
  await Promise.all(runs)
  expect(begun).toEqual(['much', 'one', 'much', 'two'])
})

it('heavy keys run at the same time as each other, and after a while with everybody else', async () => {
  const { run, begun, pass } = createClockedQueue()
  for (const key of ['much', 'more']) await run(key, { ms: 150 })
  const gate = Promise.withResolvers<void>()
  const runs = ['much', 'more'].map(key => run(key, { until: gate.promise }))
  await nextTick()
  expect(begun.slice(2)).toEqual(['much', 'more'])
  gate.resolve()
  await Promise.all(runs)

  pass(200)
  const secondGate = Promise.withResolvers<void>()
  const lightRuns = [run('one', { until: secondGate.promise }), run('much')]
  await nextTick()
  expect(begun.slice(4)).toEqual(['one', 'much'])
  secondGate.resolve()
  await Promise.all(lightRuns)
})

it('calls beyond the queue limit are refused, and failed work does not stop the queue', async () => {
  const { run } = createFairQueue({ running: 1, waiting: 1, createFullError: createQueueFullError })
  const [first, second, third] = [
    run('one', () => nextTick().then(() => Promise.reject(new Error('broken')))),
    run('one', async () => 'second'),
    run('two', async () => 'third'),
  ].map(it => it.catch(error => error.message))
  expect(await Promise.all([first, second, third])).toEqual(['broken', 'second', 'full'])
})
