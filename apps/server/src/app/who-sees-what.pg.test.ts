import type { FeedEvent } from '@muster/contract/feed.ts'
import { can, type Permission } from '@muster/domain/permission.ts'
import { isInternalAdmin, type Role, roles, type ZoneRole } from '@muster/domain/role.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { insideTestBox, type TestUser, type TestZone } from '../testing/factories.ts'
import { createTestServices } from '../testing/test-services.ts'
import { createFeedAccess } from './feed-access.ts'
import { callRowsByName, readLine } from './testing/access-table/call-row.ts'
import {
  findExpectedAnswer,
  LET_IN_ANSWER,
  makeEveryKindOfPerson,
  type Person,
  type World,
} from './testing/access-table/people.ts'
import {
  createKnownFields,
  createSampleDay,
  createSampleInput,
  type Procedure,
  procedures,
} from './testing/procedures.ts'

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

let muster: Awaited<ReturnType<typeof createTestServices>>
let world: World
let member: TestUser
let people: Person[]
beforeAll(async () => {
  muster = await createTestServices()
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
  people = (await makeEveryKindOfPerson(make, db, world)).filter(
    it => it.signedIn && !(isInternalAdmin(it.role) && isInOtherZone(it)),
  )
  member = await createSecretMember(zone)
})
afterAll(() => muster.stop())

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
  'reportMailing.rerun',
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

it.for(writeProcedures)(
  '$name works for every role in the access table, and reveals no more than they may know',
  async procedure => {
    const row = findRow(procedure)
    // Calls open to everybody affect only the caller.
    const isOwn = row.who !== 'in zone' && row.roles.size === roles.length
    const mismatches: string[] = []
    for (const role of row.roles) {
      // The call may remove its zone and person, so each call gets its own.
      const zone = isOwn ? world.zone : await muster.make.zone()
      const [person, target] = [
        await muster.make.user({ role }),
        isOwn ? member : await createSecretMember(zone),
      ]
      if (!isInternalAdmin(role)) await muster.make.assign(person, zone, role as ZoneRole)
      const input = createSampleInput(procedure, createKnownFields({ zoneId: zone.id, userId: target.id }))
      const response = await callProcedure(person, procedure, input)
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
  /** Ids that the caller creates do not refer to anything yet. */
  const isOwnId = (name: string, field: string) =>
    [
      'zones.create.requestId',
      'webhooks.create.requestId',
      'trackers.create.requestId',
      'zones.createMany.zones',
      'presence.checkUserInZone.id',
      'hazards.report.requestId',
      'hazards.comment.requestId',
      'broadcasts.send.requestId',
      'groups.create.requestId',
      'groupMessages.send.requestId',
      'shifts.createPlan.requestId',
      'shifts.correct.requestId',
      'shifts.takeBackCorrection.requestId',
      'shifts.object.requestId',
      'shifts.acceptObjection.requestId',
      'reportRuns.begin.requestId',
      'reportMailing.createSchedule.requestId',
    ].includes(`${name}.${field}`)
  const idFields = signedInProcedures
    .filter(it => findRow(it).roles.has('zone_manager_rw'))
    .flatMap(procedure => listIdFields(procedure).map(field => ({ procedure, field, name: procedure.name })))
    .filter(it => it.field !== 'zoneId' && !isOwnId(it.name, it.field))
  let foreignIds: Record<string, unknown>
  let manager: TestUser
  beforeAll(async () => {
    const { make, db } = muster
    const stranger = await make.user()
    manager = await make.user({ role: 'zone_manager_rw' })
    await make.assign(stranger, world.other)
    await make.assign(manager, world.zone, 'zone_manager_rw')
    const insert = async (sql: string, values: unknown[]) => (await db.pool.query(sql, values)).rows[0].id
    const userId = stranger.id
    const createGroup = async (createdBy: string) => {
      const id = await insert(
        `insert into groups (name, zone_id, created_by) values ('x', $1, $2) returning id`,
        [world.other.id, createdBy],
      )
      const messageId = await insert(
        `insert into group_messages (group_id, request_id, sender_id, message_text)
          values ($1, uuid_v7(), $2, 'x') returning id`,
        [id, createdBy],
      )
      return {
        group: id,
        groupId: id,
        targetGroups: [id],
        messageId,
        replyTo: messageId,
        mentions: [createdBy],
      }
    }
    const folderId = await insert(`insert into folders (zone_id, name) values ($1, 'x') returning id`, [
      world.other.id,
    ])
    const documentId = await insert(
      `with stored as (insert into stored_files (request_id, path, name, media_type, size_bytes)
          values (uuid_v7(), 'documents/x.pdf', 'x', 'x', 1))
        insert into documents (title, file_name, file_url, file_size, file_type, zone_id)
        values ('x', 'x', 'documents/x.pdf', 1, 'x', $1) returning id`,
      [world.other.id],
    )
    // A second organisation that nobody in this file belongs to.
    const organisationId = await insert(`insert into clients (name) values ('x') returning id`, [])
    foreignIds = {
      organisationId,
      zoneRequestId: await insert(
        `insert into zone_requests (client_id, name, requested_by) values ($1, 'x', $2) returning id`,
        [organisationId, userId],
      ),
      userId,
      accessedUserId: userId,
      personId: userId,
      affectedUserId: userId,
      sessionId: stranger.sessionId,
      zoneIds: [world.other.id],
      ofZone: world.other.id,
      trackerId: await insert(
        `insert into trackers (user_id, name, app, token_hash) values ($1, 'Phone', 'osmand', sha256('x')) returning id`,
        [userId],
      ),
      deviceId: await insert(
        `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
          values ($1, $2, 'https://push.example/stranger', 'x', 'x', '') returning id`,
        [userId, stranger.sessionId],
      ),
      passkeyId: await insert(
        `insert into auth.passkeys (name, user_id, public_key, credential_id, counter, device_type, backed_up)
          values ('Phone', $1, 'x', 'x', 0, 'singleDevice', false) returning id`,
        [userId],
      ),
      members: [userId],
      senderId: userId,
      hazardId: await insert(
        `insert into hazards (request_id, title, description, zone_id, reported_by)
          values (uuid_v7(), 'x', 'x', $2, $1) returning id`,
        [userId, world.other.id],
      ),
      fileId: await insert(
        `insert into stored_files (request_id, path, name, media_type, size_bytes, uploaded_by)
          values (uuid_v7(), 'x', 'x', 'x', 1, $1) returning id`,
        [userId],
      ),
      ...(await createGroup(userId)),
      folderId,
      folders: [folderId],
      documentId,
      documents: [documentId],
      broadcastId: await insert(
        `insert into broadcasts (request_id, title, message, sender_id, zone_id, answers, state, sent_at)
          values (uuid_v7(), 'x', 'x', $1, $2, '{text}', 'sent', now()) returning id`,
        [userId, world.other.id],
      ),
      templateId: await insert(
        `insert into broadcast_templates (zone_id, name, title, message, priority)
          values ($1, 'x', 'x', 'x', 'low') returning id`,
        [world.other.id],
      ),
      planId: await insert(
        `insert into shift_plans (request_id, zone_id, name, days, starts, ends, valid_from)
          values (uuid_v7(), $1, 'x', '{1}', '08:00', '17:00', '2026-01-01') returning id`,
        [world.other.id],
      ),
      objectionId: await insert(
        `insert into attendance_objections (request_id, zone_id, user_id, day, text)
          values (uuid_v7(), $2, $1, '2026-01-01', 'x') returning id`,
        [userId, world.other.id],
      ),
      runId: await insert(
        `insert into report_runs (asked_by, kind, format, zone_id, from_day, to_day)
          values ($1, 'attendance', 'csv', $2, '2026-01-01', '2026-01-02') returning id`,
        [userId, world.other.id],
      ),
      recipientId: await insert(
        `insert into report_recipients (zone_id, email) values ($1, 'x@test.example') returning id`,
        [world.other.id],
      ),
      scheduleId: await insert(
        `insert into report_schedules (request_id, zone_id, kind, format, rhythm, next_run_at)
          values (uuid_v7(), $1, 'attendance', 'csv', 'month', now()) returning id`,
        [world.other.id],
      ),
      alertId: await insert(
        `insert into user_alerts (user_id, type, title, source) values ($1, 'system', 'x', 'x') returning id`,
        [userId],
      ),
      requestId: await insert(
        'insert into location_tracking_requests (user_id, zone_id, requested_by) values ($1, $2, $1) returning id',
        [userId, world.other.id],
      ),
    }
  })

  it('the ids of every call are covered', () => {
    expect(idFields.length).toBeGreaterThan(10)
    const unlistedFields = idFields
      .filter(it => !(it.field in foreignIds))
      .map(it => `${it.name}: say in foreign what its ${it.field} names`)
    expect(unlistedFields).toEqual([])
  })

  it.for(idFields)('$name by $field', async ({ procedure, field }) => {
    const knownInput = createKnownFields({ zoneId: world.zone.id, userId: member.id })
    const callWith = async (value: unknown) => {
      const input = { ...(createSampleInput(procedure, knownInput) as object), [field]: value }
      return JSON.stringify(await callProcedure(manager, procedure, input)).replaceAll(
        String(value),
        'the id',
      )
    }
    const unknownId = crypto.randomUUID()
    const isList = Array.isArray(foreignIds[field])
    expect(await callWith(foreignIds[field])).toBe(await callWith(isList ? [unknownId] : unknownId))
  })
})

/** Returns the names of input fields that contain ids. */
function listIdFields({ input }: Procedure): string[] {
  if (!input) return []
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter(key => JSON.stringify(properties[key]).includes('"format":"uuid"'))
}
