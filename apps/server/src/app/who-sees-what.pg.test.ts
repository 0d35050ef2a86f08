import { can, type Permission } from '@muster/domain/permission.ts'
import { isInternalAdmin, type Role, roles, type ZoneRole } from '@muster/domain/role.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factories, type TestUser, type TestZone } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { rpcRequest, send } from './testing/doors.ts'
import { type Procedure, procedures, sampleInput } from './testing/procedures.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

/** What is written nowhere else: an answer that holds one of these tells it. */
const secrets = { phone: '+91 98765 01234', contact: 'Secret Sister', coordinates: 28.6131357 }
type Secret = keyof typeof secrets
/** In the zone of the person; who sees all zones sees it everywhere. */
const needed: Record<Secret, Permission> = {
  phone: 'view_zone_users',
  contact: 'view_zone_users',
  coordinates: 'track_live_locations',
}

let database: TestDatabase
let served: ServedApp
let zone: TestZone
let other: TestZone
let member: TestUser
beforeAll(async () => {
  database = await createTestDatabase()
  served = await serveApp(database.url)
  const make = factories(served.db)
  zone = await make.zone()
  other = await make.zone()
  member = await make.user()
  await make.assign(member, zone)
  await served.db.pool.query(
    'update user_profiles set phone = $2, emergency_contact_name = $3 where id = $1',
    [member.id, secrets.phone, secrets.contact],
  )
  await served.db.pool.query(
    `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), received_at = now(),
       latitude = $2, longitude = 77.2, accuracy_meters = 5, tracking_source = 'manual' where user_id = $1`,
    [member.id, secrets.coordinates],
  )
})
afterAll(async () => {
  await served.close()
  await database.drop()
})

const reads = procedures.filter(it => it.method === 'GET' && it.errorCodes.includes('UNAUTHORIZED'))

/** As little as it takes, so that no filter of a sample hides anybody. */
function inputOf(procedure: Procedure): unknown {
  const ids = { zoneId: zone.id, userId: member.id }
  const named = Object.fromEntries(
    Object.entries(ids).filter(([key]) => procedure.path.includes(`{${key}}`) || key in idsOf(procedure)),
  )
  return procedure.input?.safeParse(named).success ? named : sampleInput(procedure, ids)
}
const idsOf = ({ input }: Procedure) =>
  input && 'shape' in input ? (input.shape as Record<string, unknown>) : {}

/** Which of the secrets any read of the product gives to the person. */
async function told(person: TestUser): Promise<Secret[]> {
  const answers: string[] = []
  for (const procedure of reads)
    answers.push(
      JSON.stringify(await send(served.app, rpcRequest(procedure, inputOf(procedure), person.token))),
    )
  const all = answers.join('\n')
  return (Object.keys(secrets) as Secret[]).filter(secret => all.includes(String(secrets[secret])))
}

/** The same in SQL, past the program. */
async function toldInSql(person: TestUser): Promise<Secret[]> {
  const { rows } = await served.db.asActor({ userId: person.id, sessionId: person.sessionId }, tx =>
    sql<{ phone: number; contact: number; coordinates: number }>`
      select (select count(*)::int from user_profiles where phone = ${secrets.phone}) as phone,
        (select count(*)::int from user_profiles where emergency_contact_name = ${secrets.contact}) as contact,
        (select count(*)::int from zone_people(${zone.id}, null, null, true, false, null, null, null, 50) p
          where p.latitude = ${secrets.coordinates}) as coordinates`.execute(tx),
  )
  return (Object.keys(secrets) as Secret[]).filter(secret => (rows[0]?.[secret] ?? 0) > 0)
}

const allowed = (role: Role) => (Object.keys(secrets) as Secret[]).filter(secret => can(role, needed[secret]))

describe.each(roles)('%s', role => {
  async function person(where: TestZone | undefined, how: 'member' | 'invited' | 'no PIN' = 'member') {
    const make = factories(served.db)
    const made = await make.user({ role: isInternalAdmin(role) ? role : 'app_user' })
    if (isInternalAdmin(role) || !where) return made
    if (how === 'invited') await make.invite(made, where, member, role as ZoneRole)
    else await make.assign(made, where, role as ZoneRole, how === 'member')
    return made
  }
  const everywhere = isInternalAdmin(role) ? allowed(role) : []

  test('in the zone is told what its permissions say, by all reads together and in SQL', async () => {
    const one = await person(zone)
    expect(await told(one)).toEqual(allowed(role))
    expect(await toldInSql(one)).toEqual(allowed(role))
  })

  test('of another zone, of none, or only invited is told nothing', async () => {
    for (const one of [await person(other), await person(undefined), await person(zone, 'invited')]) {
      expect(await told(one)).toEqual(everywhere)
      expect(await toldInSql(one)).toEqual(everywhere)
    }
  })
})

test('who has not entered the PIN is told nothing by the product', async () => {
  const make = factories(served.db)
  const manager = await make.user()
  await make.assign(manager, zone, 'zone_manager_rw', false)
  expect(await told(manager)).toEqual([])
})

test('and oneself is told one’s own', async () => {
  expect(await told(member)).toContain('phone')
})
