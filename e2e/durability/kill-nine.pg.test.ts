import { copyInitialisedFolder } from '@muster/server/src/db/embedded/testing/initialised-folder.ts'
import { expect, test } from 'vitest'
import { killRounds, type Victim } from './rounds.ts'

// Each victim once, as soon as enough checks were acknowledged. `npm run prove -- crash` runs any number, each at a random moment.
const victims: Victim[] = ['server', 'postmaster']

test('a killed server keeps every check it acknowledged', { timeout: 180_000 }, async () => {
  const rounds = await killRounds(victims, {
    prepare: copyInitialisedFolder,
    chooseLoadMs: () => Math.random() * 50,
  })
  expect(rounds.flatMap(it => it.faults)).toEqual([])
  expect(rounds).toHaveLength(victims.length)
  // Guard against a vacuous pass: each round needs acknowledged checks, and requests in flight when the server died.
  for (const { acknowledged, concurrency } of rounds) {
    expect(acknowledged).toBeGreaterThanOrEqual(100)
    expect(concurrency).toBeGreaterThan(0)
  }
})
