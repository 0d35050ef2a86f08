import { expect, test } from 'vitest'
import { killRounds, type Victim } from './rounds.ts'

// Only one round for each victim, because each takes three to six seconds, more on a busy machine. `npm run prove -- crash` runs any number.
const victims: Victim[] = ['server', 'postmaster']

test('a killed server keeps every check it acknowledged', { timeout: 180_000 }, async () => {
  const rounds = await killRounds(victims)
  expect(rounds.flatMap(it => it.faults)).toEqual([])
  expect(rounds).toHaveLength(victims.length)
  // Guard against a vacuous pass: each round needs acknowledged checks, and requests in flight when the server died.
  for (const { acknowledged, concurrency } of rounds) {
    expect(acknowledged).toBeGreaterThanOrEqual(100)
    expect(concurrency).toBeGreaterThan(0)
  }
})
