import { expect, test } from 'vitest'
import { killRounds } from './rounds.ts'

test('a server that is killed has kept every check it acknowledged', { timeout: 60_000 }, async () => {
  const rounds = await killRounds(['server', 'server', 'postmaster'])
  expect(rounds.flatMap(it => it.faults)).toEqual([])
  expect(rounds).toHaveLength(3)
  // Otherwise nothing was proven: there must have been answers, and requests in the midst of which it died.
  for (const { acknowledged, underWay } of rounds) {
    expect(acknowledged).toBeGreaterThanOrEqual(100)
    expect(underWay).toBeGreaterThan(0)
  }
})
