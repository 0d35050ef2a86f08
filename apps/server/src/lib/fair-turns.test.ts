import { expect, it } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

const turn = () => new Promise<void>(resolve => setImmediate(resolve))
const full = () => new Error('full')

/** Runs so many pieces of each key, and answers in which order they began. */
async function orderOf(running: number, pieces: readonly string[]): Promise<string[]> {
  const { run } = createFairTurns({ running, waiting: 100, full })
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

it('a key with much to do makes another wait for one piece, not for all', async () => {
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

it('one key never takes all places', async () => {
  const { run } = createFairTurns({ running: 2, waiting: 100, full })
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

it('turns away who comes when too much waits, and goes on after work that failed', async () => {
  const { run } = createFairTurns({ running: 1, waiting: 1, full })
  const [first, second, third] = [
    run('one', () => turn().then(() => Promise.reject(new Error('broken')))),
    run('one', async () => 'second'),
    run('two', async () => 'third'),
  ].map(it => it.catch(error => error.message))
  expect(await Promise.all([first, second, third])).toEqual(['broken', 'second', 'full'])
})
