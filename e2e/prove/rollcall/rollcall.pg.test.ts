import { expect, it } from 'vitest'
import { completeRolls } from '../../../apps/server/src/features/emergencies/follow-presence.ts'
import { testServices } from '../../../apps/server/src/testing/test-services.ts'
import type { RunSql } from './accounts.ts'
import { findListProblems } from './compare.ts'
import { assemblyPoints, createCrowd } from './crowd.ts'
import { type Call, playRollCall, type RollCall, Unanswered } from './play.ts'
import { simulateRollCall } from './simulation.ts'

// The short form of `npm run prove -- rollcall`, which adds a running server that is killed twice, and 5,000 people.
const durationMs = 15 * 60_000
const captains = 4
const simulation = simulateRollCall({
  ...{ people: 200, captains, points: assemblyPoints.length, seed: 20_261_127 },
  ...{ durationMs, gapMs: 10_000 },
})

const muster = testServices()

const sql: RunSql = async (text, values) => (await muster.db.pool.query(text, values)).rows
const log = { warn: (problem: unknown) => expect.fail(JSON.stringify(problem)) } as never

const call: Call = async (account, name, input) => {
  const [feature = '', procedure = ''] = name.split('.')
  const client = muster.call(account) as unknown as Record<
    string,
    Record<string, (it: object) => Promise<unknown>>
  >
  try {
    return await client[feature]?.[procedure]?.(input)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Newcomers are not on the roll before their reading was followed.
    if (name !== 'emergencies.answer' || code !== 'EMERGENCY_NOT_FOUND')
      throw Object.assign(error as Error, { message: code })
    await completeRolls({ db: muster.db, log })
    throw new Unanswered(code)
  }
}

it('however late and often the phones send, the final list equals the truth of a simulated roll call', async () => {
  const crowd = await createCrowd(sql, simulation, captains)
  const [captain] = crowd.captains
  if (!captain) throw new Error('There is no captain')
  await call(captain, 'emergencies.setPoints', { zoneId: crowd.zoneId, points: assemblyPoints })
  const { emergencyId } = (await call(captain, 'emergencies.declare', {
    ...{ zoneId: crowd.zoneId, kind: 'evacuate', drill: true, requestId: crypto.randomUUID() },
  })) as { emergencyId: string }
  const startedAt = Date.now() - durationMs
  await sql('update emergencies set declared_at = $2 where id = $1', [emergencyId, new Date(startedAt)])
  const rollCall: RollCall = { call, crowd, simulation, emergencyId, startedAt, isPaced: false }
  const { repeated } = await playRollCall(rollCall)
  await completeRolls({ db: muster.db, log })
  expect(await findListProblems(rollCall, sql, 5_000)).toEqual([])
  expect(repeated).toBeGreaterThan(5)
  await call(captain, 'emergencies.allClear', { emergencyId })
  expect(await findListProblems(rollCall, sql, 5_000)).toEqual([])
})

it('the simulation has every story, half of the phones offline, and the same acts for the same seed', () => {
  const { people, acts } = simulation
  expect(new Set(people.map(it => it.state))).toEqual(
    new Set(['safe', 'help', 'missing', 'elsewhere', 'not_on_site']),
  )
  expect(new Set(acts.map(it => it.kind)).size).toBe(8)
  const offlineShare = acts.filter(it => it.sentAt > it.at).length / acts.length
  expect(offlineShare).toBeGreaterThan(0.4)
  expect(offlineShare).toBeLessThan(0.6)
})
