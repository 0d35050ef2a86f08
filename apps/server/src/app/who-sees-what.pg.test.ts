import type { FeedEvent } from '@muster/contract/feed.ts'
import { can, type Permission, permissions } from '@muster/domain/permission.ts'
import { isInternalAdmin, type Role, roles, type ZoneRole } from '@muster/domain/role.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { insideTestBox, type TestUser, type TestZone } from '../testing/factories.ts'
import { testServices } from '../testing/test-services.ts'
import { createFeedAccess } from './feed-access.ts'
import { callRowsByName, readLine } from './testing/access-table/call-row.ts'
import { isLongForm } from './testing/access-table/long-form.ts'
import {
  findExpectedAnswer,
  LET_IN_ANSWER,
  makeEveryKindOfPerson,
  type Person,
  type World,
} from './testing/access-table/people.ts'
import { createId, insertTraces } from './testing/access-table/traces.ts'
import { findForeignIds, isTriedByManager, listIdFields } from './testing/foreign-ids.ts'
import {
  createKnownFields,
  createSampleDay,
  createSampleInput,
  type Procedure,
  procedures,
} from './testing/procedures.ts'

const countPermissions = (role: Role) => permissions.filter(it => can(role, it)).length
/**
 * Returns the roles to try in a place other than the zone, or for a write: all of them in the long form, otherwise those with the most
 * and the fewest permissions.
 */
function selectRoles(candidates: Iterable<Role>): ReadonlySet<Role> {
  const rankedRoles = [...new Set(candidates)].sort((a, b) => countPermissions(a) - countPermissions(b))
  return new Set(isLongForm ? rankedRoles : [...rankedRoles.slice(0, 1), ...rankedRoles.slice(-1)])
}

/** Values that occur nowhere else, so that any response containing one reveals a secret. */
const secrets = { phone: '+91 98765 01234', contact: 'Secret Sister', coordinates: 28.613136 }
type Secret = keyof typeof secrets
const secretNames = Object.keys(secrets) as Secret[]
/** The permission required in the person's zone to see the secret. People who see all zones see it everywhere. */
const permissionBySecret: Record<Secret, Permission> = {
  phone: 'view_zone_users',
  contact: 'view_zone_users',
  coordinates: 'track_live_locations',
}
const listVisibleSecrets = (role: Role) => secretNames.filter(secret => can(role, permissionBySecret[secret]))
const findSecrets = (answer: unknown) => {
  const text = JSON.stringify(answer) ?? ''
  return secretNames.filter(secret => text.includes(String(secrets[secret])))
}

const muster = testServices()
let world: World
let member: TestUser
let people: Person[]
beforeAll(async () => {
  const { make, db, services } = muster
  // Start the reader, because sessions are cached only while the feed reports changes to them.
  await services.reader.start()
  const [zone, otherZone, closedZone, host] = [
    await make.zone(),
    await make.zone(),
    await make.zone(),
    await make.user(),
  ]
  await make.assign(host, zone, 'zone_manager_rw')
  world = { zone, other: otherZone, closed: closedZone, host }
  // Tests internal admins in only two places, because their place makes no difference, as access-table.pg.test.ts shows.
  const isInOtherZone = ({ place }: Person) => place !== 'in the zone' && place !== 'in no zone'
  const everybody = (await makeEveryKindOfPerson(make, db, world)).filter(
    it => it.signedIn && !(isInternalAdmin(it.role) && isInOtherZone(it)),
  )
  people = [...Map.groupBy(everybody, it => it.place)].flatMap(([place, peopleThere]) => {
    const selectedRoles = selectRoles(peopleThere.map(it => it.role))
    return peopleThere.filter(it => place === 'in the zone' || selectedRoles.has(it.role))
  })
  member = await createSecretMember(zone)
})

/** Creates a member of the zone who has all the secrets: they entered their data and were seen in the zone. */
async function createSecretMember(zone: TestZone): Promise<TestUser> {
  const secretUser = await muster.make.user()
  await muster.make.assign(secretUser, zone)
  await muster.db.pool.query(
    'update user_profiles set phone = $2, emergency_contact_name = $3 where id = $1',
    [secretUser.id, secrets.phone, secrets.contact],
  )
  await muster.call(secretUser).presence.checkUserInZone({
    ...insideTestBox,
    lat: secrets.coordinates,
    zoneId: zone.id,
    id: crypto.randomUUID(),
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
  })
  return secretUser
}

/** Creates a member with all the secrets in each zone, as copies of the first one: in a few statements instead of a few for each. */
async function copySecretMember(zones: readonly TestZone[]): Promise<TestUser[]> {
  const copies = await Promise.all(zones.map(() => muster.make.user()))
  await Promise.all(zones.map((zone, index) => muster.make.assign(copies[index] as TestUser, zone)))
  await muster.db.pool.query(
    `with copies as (
       select user_id, zone_id, jsonb_build_object('id', gen_random_uuid(), 'user_id', user_id, 'zone_id', zone_id) as keys
       from unnest($2::uuid[], $3::uuid[]) as it (user_id, zone_id)),
     profiles as (
       update user_profiles p set phone = m.phone, emergency_contact_name = m.emergency_contact_name
       from copies, user_profiles m where p.id = copies.user_id and m.id = $1),
     readings as (
       insert into position_checks select (jsonb_populate_record(m, keys)).* from copies, position_checks m where m.user_id = $1),
     visits as (
       insert into presence_history select (jsonb_populate_record(m, keys)).* from copies, presence_history m where m.user_id = $1)
     update presence_tracking p set is_inside_zone = m.is_inside_zone, latitude = m.latitude, longitude = m.longitude,
       accuracy_meters = m.accuracy_meters, tracking_source = m.tracking_source, captured_at = m.captured_at,
       received_at = m.received_at, entry_time = m.entry_time
     from copies, presence_tracking m
     where p.user_id = copies.user_id and p.zone_id = copies.zone_id and m.user_id = $1`,
    [member.id, copies.map(it => it.id), zones.map(it => it.id)],
  )
  return copies
}

/** Returns the actual response of the procedure: its value, or its error code. */
async function callProcedure(person: Pick<TestUser, 'token'>, { name }: Procedure, input: unknown) {
  const [feature = '', member = ''] = name.split('.')
  const calls = muster.call(person) as unknown as Calls
  try {
    return { value: await calls[feature]?.[member]?.(input) }
  } catch (error) {
    const { code, message, data } = error as { code?: string; message: string; data?: unknown }
    return { code: code ?? message, message, data }
  }
}
type Calls = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

const findRow = ({ name }: Procedure) =>
  callRowsByName.get(name) ?? expect.fail(`${name} has no line in the table.`)
const signedInProcedures = procedures.filter(it => it.errorCodes.includes('UNAUTHORIZED'))
const readProcedures = signedInProcedures.filter(it => it.method === 'GET')
const writeProcedures = signedInProcedures.filter(it => it.method !== 'GET')

/** Returns an input with as few fields as possible, because a filter in a full sample could hide people. */
function createMinimalInput(procedure: Procedure): unknown {
  const ids = { zoneId: world.zone.id, userId: member.id }
  const namedIds = Object.fromEntries(Object.entries(ids).filter(([key]) => key in readShape(procedure)))
  return procedure.input?.safeParse(namedIds).success
    ? namedIds
    : createSampleInput(procedure, { ...ids, ...createSampleDay() })
}
function readShape({ input }: Procedure): Record<string, unknown> {
  const inputSchema = input instanceof z.ZodOptional ? input.unwrap() : input
  return inputSchema instanceof z.ZodObject ? inputSchema.shape : {}
}

describe('all reads together', () => {
  it.for(roles)(
    'tell %s exactly what the access table and their permissions allow in their place',
    async role => {
      const mismatches: string[] = []
      for (const person of people.filter(it => it.role === role)) {
        const leakedSecrets = new Set<Secret>()
        // Refusals happen before any data is read. access-table.pg.test.ts tests them.
        for (const procedure of readProcedures.filter(
          it => findExpectedAnswer(findRow(it), person) === LET_IN_ANSWER,
        )) {
          const response = await callProcedure(person, procedure, createMinimalInput(procedure))
          for (const secret of findSecrets(response)) leakedSecrets.add(secret)
          if (isRefusal(procedure, response) && !zoneRoleProcedures.includes(procedure.name))
            mismatches.push(`${procedure.name} to ${person.name}: ${response.code}`)
        }
        const visibleSecrets = hasActiveRole(person) ? listVisibleSecrets(role) : []
        if ([...leakedSecrets].sort().join() !== visibleSecrets.sort().join())
          mismatches.push(`${person.name} is told ${[...leakedSecrets]} instead of ${visibleSecrets}`)
      }
      expect(mismatches).toEqual([])
    },
  )

  it("return a person's own secrets to that person", async () => {
    const ownResponses = await Promise.all(
      readProcedures.map(it => callProcedure(member, it, createMinimalInput(it))),
    )
    expect(findSecrets(ownResponses)).toContain('phone')
  })
})

/** True if the person has a role in the zone that applies right now, so that they see what this role may see. */
const hasActiveRole = (person: Person) =>
  findExpectedAnswer(readLine('read | in zone: all')[1], person) === LET_IN_ANSWER

/** These procedures also require one of several permissions, which the tests of their features check. */
const restrictedProcedures = [
  'reportRuns.begin',
  'reportMailing.addRecipient',
  'reportMailing.removeRecipient',
  'reportMailing.createSchedule',
  'reportMailing.updateSchedule',
  'reportMailing.removeSchedule',
  'imports.list',
  'reportMailing.rerun',
  // For captains of the zone.
  'captains.tick',
]
/** The handlers of these procedures decide by the caller's roles in their zones, which reports.pg.test.ts tests. */
const zoneRoleProcedures = ['reports.all', 'reports.mine']
/** People may call these for themselves even if they may not for others, which the features' own tests check. */
const selfProcedures = [
  'presence.requestTracking',
  'presence.status',
  'security.logEvent',
  'security.logLocationAccess',
]

/** True if the procedure refuses somebody the table admits, or fails with an undeclared code. */
function isRefusal(procedure: Procedure, { code }: { code?: string }): boolean {
  if (code === undefined) return false
  const { thing, refuses } = findRow(procedure)
  // The resources named in these inputs do not exist. access-to-things.pg.test.ts tests existing ones.
  const ownRefusals =
    thing || [...selfProcedures, ...restrictedProcedures].includes(procedure.name) ? [] : [refuses]
  return !procedure.errorCodes.includes(code) || [...ownRefusals, ...gateCodes].includes(code)
}
const gateCodes = ['UNAUTHORIZED', 'ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED']

/** A zone with a member who has all the secrets, and the people who call there. */
type CalledZone = { zone: TestZone; target: TestUser; readonly callerByRole: Map<Role, TestUser> }

/** The zones for the next calls. A call that changes something takes its zone away. */
const unusedZones: CalledZone[] = []
const ZONES_AT_A_TIME = 20
/** The people who make the calls that affect only the caller, unless their last one changed something. */
const ownCallers = new Map<Role, TestUser>()

async function takeZone(): Promise<CalledZone> {
  if (unusedZones.length === 0) {
    const zones = await Promise.all(Array.from({ length: ZONES_AT_A_TIME }, () => muster.make.zone()))
    const targets = await copySecretMember(zones)
    for (const [index, zone] of zones.entries())
      unusedZones.push({ zone, target: targets[index] as TestUser, callerByRole: new Map() })
  }
  return unusedZones.pop() as CalledZone
}

async function makeCaller({ zone, callerByRole }: CalledZone, role: Role): Promise<TestUser> {
  const formerCaller = callerByRole.get(role)
  if (formerCaller) return formerCaller
  const caller = await muster.make.user({ role })
  if (!isInternalAdmin(role)) await muster.make.assign(caller, zone, role as ZoneRole)
  callerByRole.set(role, caller)
  return caller
}

it.for(writeProcedures)(
  '$name works for the roles in the access table, and reveals no more than they may know',
  async procedure => {
    const row = findRow(procedure)
    // Calls open to everybody affect only the caller.
    const isOwn = row.who !== 'in zone' && row.roles.size === roles.length
    const mismatches: string[] = []
    for (const role of selectRoles(row.roles)) {
      const calledZone = isOwn
        ? { zone: world.zone, target: member, callerByRole: ownCallers }
        : await takeZone()
      const { zone, target, callerByRole } = calledZone
      const person = await makeCaller(calledZone, role)
      const input = createSampleInput(procedure, createKnownFields({ zoneId: zone.id, userId: target.id }))
      const response = await callProcedure(person, procedure, input)
      // A call that found nothing changed nothing. Any other may have removed its zone and people, so the next call gets its own.
      const isUnchanged = response.code?.endsWith('NOT_FOUND')
      if (!isUnchanged) callerByRole.delete(role)
      if (!isOwn && isUnchanged) unusedZones.push(calledZone)
      const leakedSecrets = findSecrets(response).filter(secret => !listVisibleSecrets(role).includes(secret))
      if (isRefusal(procedure, response)) mismatches.push(`${role}: ${response.code}`)
      if (leakedSecrets.length > 0) mismatches.push(`${role} is told ${leakedSecrets}`)
    }
    expect(mismatches).toEqual([])
  },
)

it('no event caused by these calls reveals more than its viewers may know', async () => {
  const { rows } = await muster.db.pool.query<{ topic: string; kind: string; payload: object }>(
    'select topic, kind, payload from feed_events',
  )
  const { maySee } = createFeedAccess(muster.db, () => path => path)
  const leakedEvents = new Set<string>()
  for (const { topic, kind, payload } of rows) {
    const event = { ...payload, kind } as FeedEvent
    // Only the owner can follow a user topic.
    const [, ownerId] = topic.split('user:')
    for (const role of ownerId ? [null] : roles) {
      const userId = ownerId ?? world.host.id
      const isVisible = maySee({ userId, role, linkTo: path => path }, event)
      const isOwn = 'userId' in event && event.userId === userId
      for (const secret of isOwn ? [] : findSecrets(isVisible === true ? event : isVisible))
        leakedEvents.add(`${kind} ${role} ${secret}`)
    }
  }
  const locatingRoles = roles.filter(role => can(role, 'track_live_locations'))
  expect([...leakedEvents].sort()).toEqual(
    locatingRoles.map(role => `presence.located ${role} coordinates`).sort(),
  )
})

describe("calls that name other people's data answer a manager as if it did not exist", () => {
  const idFields = signedInProcedures.flatMap(procedure =>
    listIdFields(procedure)
      .filter(({ field }) => isTriedByManager(procedure, findRow(procedure), field))
      .map(it => ({ ...it, procedure, name: procedure.name })),
  )
  let foreignIds: Record<string, string>
  let manager: TestUser
  beforeAll(async () => {
    const { make, db } = muster
    const [stranger, mate] = [await make.user(), await make.user()]
    for (const member of [stranger, mate]) await make.assign(member, world.other)
    manager = await make.user({ role: 'zone_manager_rw' })
    await make.assign(manager, world.zone, 'zone_manager_rw')
    await insertTraces(db, stranger, world.other.id, mate)
    const insert = async (sql: string, values: unknown[]) => (await db.pool.query(sql, values)).rows[0].id
    foreignIds = {
      ...(await findForeignIds(
        db.pool,
        stranger,
        idFields.map(it => it.field),
      )),
      emergencyPlanId: createId('plan', stranger.id),
      zoneId: world.other.id,
      zoneIds: world.other.id,
      moreZoneIds: world.other.id,
      areaId: createId('area', stranger.id),
      ofZone: world.other.id,
      // A second organisation that nobody in this file belongs to.
      organisationId: await insert(`insert into clients (name) values ('x') returning id`, []),
      passkeyId: await insert(
        `insert into auth.passkeys (name, user_id, public_key, credential_id, counter, device_type, backed_up)
          values ('Phone', $1, 'x', 'x', 0, 'singleDevice', false) returning id`,
        [stranger.id],
      ),
    }
  })

  it('the ids of every call are covered', () => {
    expect(idFields.length).toBeGreaterThan(10)
    const unlistedFields = idFields
      .filter(it => !(it.field in foreignIds))
      .map(it => `${it.name}: say in foreign-ids.ts which table its ${it.field} names`)
    expect(unlistedFields).toEqual([])
  })

  it.for(idFields)('$name by $field', async ({ procedure, field, isList }) => {
    const knownInput = createKnownFields({ zoneId: world.zone.id, userId: member.id })
    const callWith = async (id: string | undefined) => {
      const input = {
        ...(createSampleInput(procedure, knownInput) as object),
        [field]: isList ? [id] : id,
      }
      return JSON.stringify(await callProcedure(manager, procedure, input)).replaceAll(String(id), 'the id')
    }
    expect(await callWith(foreignIds[field])).toBe(await callWith(crypto.randomUUID()))
  })
})
