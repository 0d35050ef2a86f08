import { randomUUID } from 'node:crypto'
import { consentVersion } from '@muster/domain/consent.ts'
import { beforeAll, expect, it } from 'vitest'
import { type ServedApp, testServer } from '../../app/testing/served-app.ts'
import { createCaller, readCode } from '../../testing/caller.ts'
import { insideTestBox, type TestUser } from '../../testing/factories.ts'

const { server, make } = testServer()
let call: ReturnType<typeof createCaller<ServedApp['services']['router']>>
beforeAll(async () => {
  call = createCaller(server.services.router, server.db, server.services.sessions)
})

const query = (text: string, values: unknown[] = []) => server.db.pool.query(text, values)
const createReading = () => ({
  ...insideTestBox,
  id: randomUUID(),
  accuracyMeters: 5,
  capturedAt: new Date().toISOString(),
})
const giveConsent = (person: TestUser) =>
  call(person).consents.give({ version: consentVersion, at: 'settings' })
const withdrawConsent = (person: TestUser) => call(person).consents.withdraw()
const countReadings = async (person: TestUser) =>
  Number((await query('select count(*) from position_checks where user_id = $1', [person.id])).rows[0].count)
const post = (url: string, token: string, payload: object) =>
  server.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload })

const addOverland = (person: TestUser) =>
  call(person).trackers.create({ app: 'overland', name: 'Phone', requestId: randomUUID() })
const sendOverland = (token: string) =>
  post('/ingest/overland', token, {
    locations: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [insideTestBox.lng, insideTestBox.lat] },
        properties: { timestamp: new Date().toISOString(), horizontal_accuracy: 5 },
      },
    ],
  })
const readLastUnused = async (person: TestUser) =>
  (await call(person).trackers.list()).trackers[0]?.lastUnused

async function addMember(consent: 'given' | null = 'given') {
  const [person, zone] = [await make.user({ consent }), await make.zone()]
  await make.assign(person, zone)
  const check = () => call(person).presence.checkUserInZone({ zoneId: zone.id, ...createReading() })
  return { person, zone, check }
}

it('no endpoint accepts readings before consent or after withdrawing it, and all do again after consenting', async () => {
  const { person, zone, check } = await addMember(null)
  const tracker = await addOverland(person)
  expect((await call(person).auth.me()).consent).toBe('unasked')
  const startSharing = () =>
    call(person).presence.startSharing({
      zoneId: zone.id,
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
  expect([await readCode(check()), await readCode(startSharing())]).toEqual([
    'CONSENT_NEEDED',
    'CONSENT_NEEDED',
  ])
  const earlyResponse = await post('/ingest/positions', person.token, { readings: [createReading()] })
  expect(earlyResponse.json().results[0].refused).toEqual([{ zoneId: null, code: 'CONSENT_NEEDED' }])
  expect(await countReadings(person)).toBe(0)
  await giveConsent(person)
  expect((await check()).verdict).toBe('inside')
  await startSharing()

  expect((await withdrawConsent(person)).consent).toMatchObject({
    decision: 'withdrawn',
    version: consentVersion,
  })
  expect(await readCode(check())).toBe('CONSENT_WITHDRAWN')
  const batchResponse = await post('/ingest/positions', person.token, {
    readings: [createReading(), { ...createReading(), zoneId: zone.id }],
  })
  expect(batchResponse.json().results.map((it: { refused: object[] }) => it.refused)).toEqual([
    [{ zoneId: null, code: 'CONSENT_WITHDRAWN' }],
    [{ zoneId: zone.id, code: 'CONSENT_WITHDRAWN' }],
  ])
  // After any other response, apps would resend the same data forever.
  const overlandResponse = await sendOverland(tracker.token)
  expect([overlandResponse.statusCode, overlandResponse.json()]).toEqual([200, { result: 'ok' }])
  expect(await readLastUnused(person)).toMatchObject({ reason: 'consent_withdrawn', laterUsed: false })
  expect((await call(person).presence.mySharing()).sharing).toBeNull()
  expect(await readCode(startSharing())).toBe('CONSENT_WITHDRAWN')
  expect(await countReadings(person)).toBe(1)
  expect((await call(person).auth.me()).consent).toBe('withdrawn')

  await giveConsent(person)
  expect((await check()).verdict).toBe('inside')
  expect(await countReadings(person)).toBe(2)
})

it('an app gets a success for a person who was not asked, and the person sees why nothing was used', async () => {
  const { person } = await addMember(null)
  const { token } = await addOverland(person)
  const overlandResponse = await sendOverland(token)
  expect([overlandResponse.statusCode, overlandResponse.json()]).toEqual([200, { result: 'ok' }])
  expect(await readLastUnused(person)).toMatchObject({ reason: 'consent_needed', laterUsed: false })
})

it('readings of people who see all zones need consent too', async () => {
  const [superAdmin, zone] = [await make.user({ role: 'super_admin' }), await make.zone()]
  await withdrawConsent(superAdmin)
  expect(
    await readCode(call(superAdmin).presence.checkUserInZone({ zoneId: zone.id, ...createReading() })),
  ).toBe('CONSENT_WITHDRAWN')
})

it('decisions are append-only rows with a time, visible to the person alone and logged', async () => {
  const [person, superAdmin] = [await make.user({ consent: null }), await make.user({ role: 'super_admin' })]
  expect(await call(person).consents.mine()).toEqual({ consent: null, retentionDays: 90 })
  await giveConsent(person)
  // A repeated decision adds no row.
  await giveConsent(person)
  await withdrawConsent(person)
  await giveConsent(person)
  const { rows } = await query(
    `select decision, text_version, asked_at, decided_at is not null as timed from consents where user_id = $1 order by decided_at, id`,
    [person.id],
  )
  const row = { text_version: consentVersion, asked_at: 'settings', timed: true }
  expect(rows).toEqual(['given', 'withdrawn', 'given'].map(decision => ({ ...row, decision })))
  await expect(
    query(`update consents set decision = 'given' where user_id = $1`, [person.id]),
  ).rejects.toThrow('only grow')
  const readConsent = (viewer: TestUser) =>
    server.db.asActor({ userId: viewer.id, sessionId: viewer.sessionId }, tx =>
      tx.selectFrom('consents').select('decision').where('user_id', '=', person.id).execute(),
    )
  expect([await readConsent(person), await readConsent(superAdmin)].map(it => it.length)).toEqual([3, 0])
  const { rows: events } = await query(
    `select event_type from security_events where affected_user_id = $1 order by created_at, id`,
    [person.id],
  )
  expect(events.map(it => it.event_type)).toEqual(
    ['given', 'withdrawn', 'given'].map(it => `user_action_consent_${it}`),
  )
})

it('creating an account gives consent if the text was shown, and not otherwise', async () => {
  const createForm = (email: string) => ({
    firstName: 'Ana',
    lastName: 'Ruiz',
    email,
    phone: '+911155500100',
    dateOfBirth: '1990-01-01',
    password: 'correct horse battery',
    pin: '4711',
  })
  await call().auth.signUp({ ...createForm('shown@test.example'), consentVersion })
  await call().auth.signUp(createForm('not-shown@test.example'))
  const { rows } = await query(
    `select p.email, c.decision, c.retention_days, c.asked_at,
       (select count(*) from security_events e where e.affected_user_id = p.id and e.event_type = 'user_action_consent_given') as noted
     from user_profiles p left join consents c on c.user_id = p.id where p.email like '%shown@test.example' order by p.email`,
  )
  expect(rows).toEqual([
    { email: 'not-shown@test.example', decision: null, retention_days: null, asked_at: null, noted: 0 },
    { email: 'shown@test.example', decision: 'given', retention_days: 90, asked_at: 'sign_up', noted: 1 },
  ])
})
