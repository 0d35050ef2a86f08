import {
  adminTopic,
  captainsTopic,
  everyoneTopic,
  type TopicKind,
  userTopic,
  zoneTopic,
} from '@muster/contract/topic.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashTokenToBytes } from '../lib/secrets.ts'
import { createCaller } from '../testing/caller.ts'
import { createFactories, insideTestBox, type TestUser } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createFeedAccess } from './feed-access.ts'
import { createFileReaders } from './file-readers.ts'
import { callRowsByName, readLine } from './testing/access-table/call-row.ts'
import { doorAccessRows, doors } from './testing/access-table/doors.ts'
import { isLongForm } from './testing/access-table/long-form.ts'
import { describeDifferences } from './testing/access-table/parse-roles.ts'
import {
  createProcedureCaller,
  findExpectedAnswer,
  LET_IN_ANSWER,
  makeEveryKindOfPerson,
  type Person,
  seesAll,
  type World,
} from './testing/access-table/people.ts'
import { topics } from './testing/access-table/topics.ts'
import {
  isFirstWithChecks,
  pickPeople,
  pickPeopleBySession,
  pickPeopleForDoor,
} from './testing/access-table/tried-people.ts'
import { send } from './testing/doors.ts'
import { createGate } from './testing/gate.ts'
import { createKnownFields, createSampleInput, type Procedure, procedures } from './testing/procedures.ts'
import { countTableRows } from './testing/row-counts.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'
import { watchRoutes } from './testing/watch-routes.ts'

let database: TestDatabase
let server: ServedApp
let listRoutes: () => string[]
let world: World
let member: TestUser
let people: Person[]
let callAs: ReturnType<typeof createProcedureCaller>

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ value: server, routes: listRoutes } = await watchRoutes(() => serveApp(database.url)))
  const make = createFactories(server.db)
  const [zone, otherZone, closedZone] = [await make.zone(), await make.zone(), await make.zone()]
  const host = await make.user()
  member = await make.user()
  await make.assign(host, zone, 'zone_manager_rw')
  await make.assign(member, zone)
  world = { zone, other: otherZone, closed: closedZone, host }
  people = await makeEveryKindOfPerson(make, server.db, world)
  await server.db.pool.query(`update zones set status = 'suspended' where id = $1`, [closedZone.id])
  callAs = createProcedureCaller(
    createCaller(createGate(server.services.router), server.db, server.services.sessions),
  )
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const createInput = (procedure: Procedure, zoneId: string) =>
  createSampleInput(procedure, createKnownFields({ zoneId, userId: member.id }))
function findRow({ name }: Procedure) {
  const row = callRowsByName.get(name)
  if (!row) throw new Error(`${name} has no line in the table; run npm run generate.`)
  return row
}

describe('every procedure answers every kind of person as the access table specifies', () => {
  let countsBefore: Record<string, number>
  beforeAll(async () => {
    countsBefore = await countTableRows(server.db)
  })

  // Procedures that name a resource are tested in access-to-things.pg.test.ts.
  it.for(procedures.filter(it => findRow(it).thing === null))('$name', async procedure => {
    const row = findRow(procedure)
    const input = createInput(procedure, world.zone.id)
    const mismatches: string[] = []
    const findAnswer = (person: Person) => findExpectedAnswer(row, person)
    const triedPeople = isFirstWithChecks(procedure.name, row)
      ? people
      : pickPeople(people, { ...procedure, row, index: procedures.indexOf(procedure) }, findAnswer)
    for (const person of triedPeople) {
      const [code, expectedCode] = [(await callAs(person, procedure, input)).code, findAnswer(person)]
      if (code !== expectedCode) mismatches.push(`${person.name}: ${code} instead of ${expectedCode}`)
    }
    expect(mismatches).toEqual([])
  })

  it.for(procedures.filter(it => findRow(it).includesAllZones))('$name, for all zones', async procedure => {
    const { zoneId: _, ...input } = createInput(procedure, world.zone.id) as Record<string, unknown>
    const mismatches: string[] = []
    const findAnswer = (person: Person) =>
      !person.signedIn ? 'UNAUTHORIZED' : seesAll(person) ? LET_IN_ANSWER : 'FORBIDDEN'
    for (const person of pickPeopleForDoor(people, procedures.indexOf(procedure), findAnswer)) {
      const expectedCode = findAnswer(person)
      const code = (await callAs(person, procedure, input)).code
      if (code !== expectedCode) mismatches.push(`${person.name}: ${code} instead of ${expectedCode}`)
    }
    expect(mismatches).toEqual([])
  })

  it.each([
    'GET /api/zones/:id/hazards?limit=1',
    'GET /api/zones/:id/groups/count',
    'GET /api/zones/:id/documents',
    'POST /rpc/hazards/all',
    'POST /rpc/documents/allFiles',
  ])('%s, a former path, reaches the call that replaced it', async line => {
    const [method, url = ''] = line.replace(':id', world.zone.id).split(' ')
    const request =
      method === 'GET' ? { method, url } : { method: 'POST' as const, url, payload: { json: {} } }
    const { statusCode } = await server.app.inject(request)
    expect(statusCode).toBe(401)
  })

  it('foreign, suspended and missing zones get the same answer', async () => {
    const mismatches: string[] = []
    const peopleInZone = people.filter(it => it.signedIn && it.place === 'in the zone')
    const [insider] = peopleInZone.filter(it => it.role === 'zone_manager_rw')
    for (const procedure of procedures.filter(it => findRow(it).who === 'in zone')) {
      const row = findRow(procedure)
      const triedPeople =
        isLongForm || isFirstWithChecks(procedure.name, row)
          ? peopleInZone
          : peopleInZone.filter(it => it === insider)
      for (const person of triedPeople) {
        const allZonesInput =
          person === insider ? [world.closed.id, world.other.id, crypto.randomUUID()] : [world.closed.id]
        const responses = await Promise.all(
          allZonesInput.map(id => callAs(person, procedure, createInput(procedure, id))),
        )
        const codes = new Set(responses.map(it => it.code))
        const mayOmitZone = seesAll(person)
          ? !codes.has('ZONE_NOT_FOUND')
          : codes.size === 1 && codes.has('ZONE_NOT_FOUND')
        if (!mayOmitZone || new Set(responses.map(it => it.message)).size > 1)
          mismatches.push(`${procedure.name} to ${person.name}: ${[...codes].join(', ')}`)
      }
    }
    expect(mismatches).toEqual([])
  })

  it('refusals happen before the handler: nothing was written', async () => {
    const { 'public.rate_limits': _tries, ...countsNow } = await countTableRows(server.db)
    expect(countsNow).toEqual({ ...countsBefore, 'public.rate_limits': undefined })
  })
})

describe('topics of the feed', () => {
  const topicByKind: Record<TopicKind, (person: Person) => string> = {
    everyone: () => everyoneTopic,
    admin: () => adminTopic,
    user: ({ id }) => userTopic(id),
    zone: () => zoneTopic(world.zone.id),
    captains: () => captainsTopic(world.zone.id),
    group: () => `group:${world.zone.id}`,
  }
  const rowsByKind = new Map(topics.map(readLine))

  it('have a line in the access table for every kind', () => {
    expect([...rowsByKind.keys()].sort()).toEqual(Object.keys(topicByKind).sort())
  })

  it('can be followed as the access table specifies, and those of other people by nobody', async () => {
    const access = createFeedAccess(server.db, () => path => path)
    const mismatches: string[] = []
    // People with an invalid token are left out: they get no socket, because the feed checks sessions as every procedure does.
    for (const person of people.filter(it => it.signedIn)) {
      const { id: userId, sessionId, role, place } = person
      const allowedRows = [...rowsByKind].filter(
        ([, row]) => findExpectedAnswer(row, person) === LET_IN_ANSWER,
      )
      const expectedTopics = allowedRows.map(([kind]) => topicByKind[kind as TopicKind](person))
      if (seesAll(person)) expectedTopics.push(zoneTopic(world.other.id), zoneTopic(world.closed.id))
      else if (place === 'in another zone') expectedTopics.push(zoneTopic(world.other.id))
      const topics = [
        ...Object.values(topicByKind).map(topic => topic(person)),
        ...[world.other.id, world.closed.id, member.id].map(zoneTopic),
        ...[member.id, world.zone.id].map(userTopic),
      ]
      const session = { userId, sessionId, role, email: '', expiresAt: Infinity }
      const grantedTopics = (await access.grant(session, topics)).granted.map(({ topic }) => topic)
      if (grantedTopics.sort().join() !== expectedTopics.sort().join())
        mismatches.push(`${person.name}: ${grantedTopics} instead of ${expectedTopics}`)
    }
    expect(mismatches).toEqual([])
  })
})

describe('endpoints that are not procedures', () => {
  const rows = doors.map(line => {
    const [, methods = '', path = '', who] = /^([A-Z ]+) (\/\S*) \| ([a-z ]+)$/.exec(line) ?? []
    return { methods: methods.split(' ') as 'GET'[], path, who }
  })
  const accessByDoor = new Map(doorAccessRows.map(readLine))
  const isAllowed = (door: string, person: Person) => {
    const row = accessByDoor.get(door)
    return row !== undefined && findExpectedAnswer(row, person) === LET_IN_ANSWER
  }

  it('have a line in the access table', () => {
    const findDoor = (route: string) => doors.find(line => line.startsWith(`${route} |`)) ?? `${route} | …`
    expect(describeDifferences('doors.ts', doors, listRoutes().map(findDoor))).toEqual([])
  })

  it('are open as the access table specifies', async () => {
    const mismatches: string[] = []
    const anonymousPeople = people.filter(it => it.name === 'nobody')
    const triedRows = rows.filter(it => it.who !== 'calls' && it.who !== 'hello')
    for (const [doorIndex, { methods, path, who }] of triedRows.entries())
      for (const method of methods)
        for (const person of who === 'signed in' ? pickPeopleBySession(people, doorIndex) : anonymousPeople) {
          const headers = person.token ? { authorization: `Bearer ${person.token}` } : {}
          const url = path
            .replace(':name', 'none.pmtiles')
            .replace(':of', crypto.randomUUID())
            .replace('*', 'avatars/none.webp')
          const { status } = await send(server.app, { method, url, headers })
          const isRefused = status === (who === 'link' ? 404 : 401)
          const shouldBeRefused = who !== 'anyone' && !(who === 'signed in' && person.signedIn)
          if (isRefused !== shouldBeRefused || status >= 500)
            mismatches.push(`${method} ${url} to ${person.name}: ${status}`)
        }
    expect(mismatches).toEqual([])
  })

  it('count readings in the zone as the access table specifies, named or from a tracker, and nowhere for others', async () => {
    const mismatches: string[] = []
    const { zone, other } = world
    // A tracker has its own token, so ending the person's session does not affect it.
    const knownPeople = people.filter(it => it.name.startsWith(it.role))
    for (const person of pickPeopleForDoor(knownPeople, 0, it => isAllowed('readings of oneself', it))) {
      const readsOwn = isAllowed('readings of oneself', person)
      const readsOtherZone = seesAll(person) || (person.signedIn && person.place === 'in another zone')
      const expectedZoneIds = [...(readsOwn ? [zone.id, zone.id] : []), ...(readsOtherZone ? [other.id] : [])]
      await sendRequestByName(person, zone.id)
      await sendByTracker(person)
      const { rows: countedRows } = await server.db.pool.query<{ zone_id: string }>(
        'select zone_id from position_checks where user_id = $1 order by zone_id',
        [person.id],
      )
      const zoneIds = countedRows.map(it => it.zone_id)
      if (zoneIds.join() !== expectedZoneIds.sort().join())
        mismatches.push(`${person.name}: ${zoneIds} instead of ${expectedZoneIds}`)
    }
    expect(mismatches).toEqual([])
  })

  it('export presence as the access table specifies', async () => {
    const mismatches: string[] = []
    for (const person of pickPeopleForDoor(people, 0, it => isAllowed('presence as a file', it))) {
      const { status } = await send(server.app, {
        method: 'POST',
        url: '/download/presence',
        headers: { authorization: `Bearer ${person.token}` },
        payload: { zoneId: world.zone.id, kind: 'inside', format: 'csv' },
      })
      if ((status === 200) !== isAllowed('presence as a file', person))
        mismatches.push(`${person.name}: ${status}`)
    }
    expect(mismatches).toEqual([])
  })

  it('accept files as the access table specifies, and store nothing from others', async () => {
    const { zone, other } = world
    const reportHazard = async ({ id: zoneId }: { id: string }) => {
      const { rows } = await server.db.pool.query<{ id: string }>(
        `insert into hazards (request_id, title, description, zone_id, reported_by) values (uuid_v7(), 'x', 'x', $1, $2) returning id`,
        [zoneId, member.id],
      )
      return rows[0]?.id ?? ''
    }
    const foreignHazardId = await reportHazard(other)
    const { rows: groups } = await server.db.pool.query<{ id: string }>(
      `insert into groups (name, zone_id) values ('x', $1) returning id`,
      [zone.id],
    )
    const group = groups[0]?.id ?? ''
    const mismatches: string[] = []
    const checkSending = async (door: string, person: Person, address: string) => {
      const status = await sendFile(person, address, zone.id)
      if ((status === 200) !== isAllowed(door, person))
        mismatches.push(`${door} from ${person.name}: ${status}`)
    }
    const fileDoors = [
      'files for a hazard of somebody else',
      'files for a broadcast',
      'files for a group',
    ] as const
    for (const person of pickPeopleForDoor(people, 1, it => fileDoors.map(door => isAllowed(door, it)))) {
      // Each person gets a separate hazard, because a hazard's file limit is soon reached.
      const hazardId = await reportHazard(zone)
      await checkSending(fileDoors[0], person, `hazard-attachments/${hazardId}`)
      await checkSending(fileDoors[1], person, 'broadcast-attachments')
      await checkSending(fileDoors[2], person, `group-files/${group}`)
      const foreignStatus = await sendFile(person, `hazard-attachments/${foreignHazardId}`, zone.id)
      if (foreignStatus < 400) mismatches.push(`into another zone from ${person.name}: ${foreignStatus}`)
    }
    expect(mismatches).toEqual([])
    // Even an admin of all zones must name the zone.
    const [admin] = people.filter(it => it.role === 'admin' && it.signedIn)
    const unnamedStatus = admin && (await sendFile(admin, `hazard-attachments/${foreignHazardId}`, undefined))
    expect(unnamedStatus).toBe(404)
    const { rows } = await server.db.pool.query('select from stored_files where hazard_id = $1', [
      foreignHazardId,
    ])
    expect(rows).toEqual([])
  })

  it('serve files of a hazard as the access table specifies', async () => {
    const path = 'hazard-attachments/x/a.webp'
    await server.db.pool.query(
      `with made as (insert into hazards (request_id, title, description, zone_id, reported_by)
         values (uuid_v7(), 'x', 'x', $1, $2) returning id)
       insert into stored_files (request_id, path, name, media_type, size_bytes, has_thumbnail, hazard_id)
       select uuid_v7(), $3, 'a.png', 'image/webp', 1, true, id from made`,
      [world.zone.id, member.id, path],
    )
    const mayRead = createFileReaders(server.db, null)
    const mismatches: string[] = []
    for (const person of people)
      for (const storedPath of [path, path.replace('.webp', '.thumb.webp')])
        if ((await mayRead(person.sessionId, storedPath)) !== isAllowed('files of a hazard', person))
          mismatches.push(`${storedPath} to ${person.name}`)
    expect(mismatches).toEqual([])
  })

  it('serve the photo of a member as the access table specifies, and to themselves', async () => {
    const path = `avatars/${member.id}/a.webp`
    await server.db.pool.query('update user_profiles set profile_image = $2 where id = $1', [member.id, path])
    const mayRead = createFileReaders(server.db, null)
    const mismatches: string[] = []
    for (const person of people)
      if ((await mayRead(person.sessionId, path)) !== isAllowed('photos of members', person))
        mismatches.push(person.name)
    expect(mismatches).toEqual([])
    expect(await mayRead(member.sessionId, path)).toBe(true)
  })
})

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#dc6068' } })
  .png()
  .toBuffer()

/** Uploads a picture for the zone to an endpoint and returns the status. */
async function sendFile({ token }: Person, address: string, zoneId: string | undefined) {
  const query = new URLSearchParams({
    ...(zoneId ? { zoneId } : {}),
    requestId: crypto.randomUUID(),
    name: 'a.png',
  })
  const { status } = await send(server.app, {
    method: 'PUT',
    url: `/upload/${address}?${query}`,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'image/png' },
    payload: png,
  })
  return status
}

const sendRequestByName = ({ token }: Person, zoneId: string) =>
  send(server.app, {
    method: 'POST',
    url: '/ingest/positions',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      readings: [
        {
          ...insideTestBox,
          id: crypto.randomUUID(),
          zoneId,
          accuracyMeters: 5,
          capturedAt: new Date().toISOString(),
        },
      ],
    },
  })

async function sendByTracker({ id, token }: Person) {
  await server.db.pool.query(
    `insert into trackers (user_id, name, app, token_hash) values ($1, 'Phone', 'osmand', $2)`,
    [id, hashTokenToBytes(token)],
  )
  const { lat, lng } = insideTestBox
  const query = `id=${token}&lat=${lat}&lon=${lng}&timestamp=${Date.now() - 60_000}`
  await send(server.app, { method: 'GET', url: `/ingest/osmand?${query}` })
}
