import { expect, test } from 'vitest'
import { killRounds, type Victim } from './rounds.ts'

// Each of them and one of them twice, because a round takes three to six seconds, more on a busy machine.
// `npm run prove -- crash` makes as many as one likes.
const victims: Victim[] = ['server', 'postmaster', 'server']

test('a server that is killed has kept every check it acknowledged', { timeout: 180_000 }, async () => {
  const rounds = await killRounds(victims)
  expect(rounds.flatMap(it => it.faults)).toEqual([])
  expect(rounds).toHaveLength(victims.length)
  // Otherwise nothing was proven: there must have been answers, and requests in the midst of which it died.
  for (const { acknowledged, concurrency } of rounds) {
    expect(acknowledged).toBeGreaterThanOrEqual(100)
    expect(concurrency).toBeGreaterThan(0)
  }
})
