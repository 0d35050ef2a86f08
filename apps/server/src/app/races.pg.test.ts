import { describe, expect, test } from 'vitest'
import { readCode } from '../testing/caller.ts'
import type { TestUser, TestZone } from '../testing/factories.ts'
import { testServices } from '../testing/test-services.ts'

// `npm run prove -- races` runs each race a thousand times.
const ROUND_COUNT = Number(process.env.RACE_RUNS ?? 10)
/** Number of concurrent runs, each with its own zone and people. */
const CONCURRENT_ROUNDS = 5

async function repeatRounds(runRound: (round: number) => Promise<void>) {
  for (let firstRound = 0; firstRound < ROUND_COUNT; firstRound += CONCURRENT_ROUNDS)
    await Promise.all(
      Array.from({ length: Math.min(CONCURRENT_ROUNDS, ROUND_COUNT - firstRound) }, (_, n) =>
        runRound(firstRound + n),
      ),
    )
}

const muster = testServices()

const usersApi = (person: TestUser) => muster.call(person).users
/** Codes of expected refusals, which are not failures. 42501 is the database's own refusal. */
const refusalCodes = [
  'FORBIDDEN',
  'LAST_MANAGER',
  'ZONE_NOT_FOUND',
  'NOT_ASSIGNED',
  'ALREADY_ASSIGNED',
  '42501',
]

async function makeZoneWith(...roles: ('zone_manager_rw' | 'app_user')[]) {
  const zone = await muster.make.zone()
  const people: TestUser[] = []
  for (const role of roles) {
    const person = await muster.make.user()
    await muster.make.assign(person, zone, role)
    people.push(person)
  }
  return { zone, people }
}

async function readRoles(zone: TestZone): Promise<Record<string, string>> {
  const { rows } = await muster.db.pool.query(
    'select user_id, role from zone_assignments where zone_id = $1',
    [zone.id],
  )
  return Object.fromEntries(rows.map(row => [row.user_id, row.role]))
}

describe.each([
  [
    'unlink',
    (by: TestUser, zone: TestZone, target: TestUser) =>
      usersApi(by).unlink({ zoneId: zone.id, userId: target.id }),
  ],
  [
    'demote',
    (by: TestUser, zone: TestZone, target: TestUser) =>
      usersApi(by).changeRole({ zoneId: zone.id, userId: target.id, role: 'app_user' }),
  ],
] as const)('two managers %s each other', (_name, act) => {
  test('one of them remains a manager, even if there is a third', async () => {
    await repeatRounds(async round => {
      const extraRoles = round % 2 === 0 ? [] : (['zone_manager_rw'] as const)
      const { zone, people } = await makeZoneWith('zone_manager_rw', 'zone_manager_rw', ...extraRoles)
      const [firstManager, secondManager] = people as [TestUser, TestUser]
      const codes = await Promise.all([
        readCode(act(firstManager, zone, secondManager)),
        readCode(act(secondManager, zone, firstManager)),
      ])
      expect(codes.filter(code => code === undefined)).toHaveLength(1)
      expect(refusalCodes).toContain(codes.find(code => code !== undefined))
      const roles = await readRoles(zone)
      const managers = [firstManager, secondManager].filter(({ id }) => roles[id] === 'zone_manager_rw')
      expect(managers).toEqual([codes[0] === undefined ? firstManager : secondManager])
    })
  })
})

test('a code added by two managers at once makes one member, and one of them learns that it exists', async () => {
  await repeatRounds(async () => {
    const { zone, people } = await makeZoneWith('zone_manager_rw', 'zone_manager_rw')
    const newcomer = await muster.make.user()
    const codes = await Promise.all(
      people.map((manager, n) =>
        readCode(
          usersApi(manager).addByCode({
            zoneId: zone.id,
            userCode: newcomer.userCode,
            role: n === 0 ? 'app_user' : 'zone_manager_ro',
          }),
        ),
      ),
    )
    expect([...codes].sort()).toEqual(['ALREADY_ASSIGNED', undefined])
    const roles = await readRoles(zone)
    expect(roles[newcomer.id]).toBe(codes[0] === undefined ? 'app_user' : 'zone_manager_ro')
    const { rows } = await muster.db.pool.query(
      `select count(*)::int from feed_events where kind = 'membership.added' and topic = $1 and payload ->> 'userId' = $2`,
      [`zone:${zone.id}`, newcomer.id],
    )
    expect(rows[0].count).toBe(1)
  })
})

test('a write concurrent with the end of its role succeeds or is refused, never both, and is refused from then on', async () => {
  const counts = { done: 0, refused: 0 }
  await repeatRounds(async round => {
    const { zone, people } = await makeZoneWith('zone_manager_rw', 'zone_manager_rw', 'app_user')
    const [admin, manager, member] = people as [TestUser, TestUser, TestUser]
    const newcomer = await muster.make.user()
    const changeMembers =
      round % 2 === 0
        ? () => usersApi(manager).unlink({ zoneId: zone.id, userId: member.id })
        : () =>
            usersApi(manager).addByCode({ zoneId: zone.id, userCode: newcomer.userCode, role: 'app_user' })
    const [demotionCode, writeCode] = await Promise.all([
      readCode(usersApi(admin).changeRole({ zoneId: zone.id, userId: manager.id, role: 'app_user' })),
      readCode(changeMembers()),
    ])
    expect(demotionCode).toBeUndefined()
    const roles = await readRoles(zone)
    const isChangeVisible = round % 2 === 0 ? !(member.id in roles) : newcomer.id in roles
    expect(isChangeVisible).toBe(writeCode === undefined)
    if (writeCode === undefined) counts.done += 1
    else counts.refused += 1
    expect(roles[manager.id]).toBe('app_user')
    const lateCode = await readCode(usersApi(manager).unlink({ zoneId: zone.id, userId: admin.id }))
    expect(lateCode).toBe('FORBIDDEN')
  })
  expect(counts.done + counts.refused).toBe(ROUND_COUNT)
})
