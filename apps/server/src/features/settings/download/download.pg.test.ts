import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { msg } from '@lingui/core/runtime-macro'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectFromFeatures } from '../../../app/features.ts'
import { createFileReaders } from '../../../app/file-readers.ts'
import { sendError } from '../../../app/http-errors.ts'
import { archiveColumnsPath, renderArchiveColumnsFile } from '../../../app/testing/archive-columns.ts'
import { readTables } from '../../../app/testing/table-facts.ts'
import { createSignedLinks } from '../../../lib/signed-links.ts'
import { readZip } from '../../../lib/testing/read-zip.ts'
import { translate } from '../../../lib/texts/testing/translate.ts'
import { registerFilesDoor } from '../../../rpc/files-door.ts'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser, TestZone } from '../../../testing/factories.ts'
import { createManualDownloadQueue } from '../../../testing/manual-download-queue.ts'
import { testServices } from '../../../testing/test-services.ts'
import { failDownload } from './downloads.queries.ts'
import { createArchiveLists, excludedTables } from './personal-data.ts'
import { createHeading } from './read-lists.queries.ts'
import { removeOldFiles } from './remove-files.ts'

const personalLists = createArchiveLists(collectFromFeatures('personalData').flat())
let app: FastifyInstance
const downloadQueue = createManualDownloadQueue()
const world = testServices({ downloadQueue })
beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  registerFilesDoor(app, { ...world.services, mayRead: createFileReaders(world.db, null) })
})
afterAll(() => app.close())

const query = (text: string, values: unknown[] = []) => world.db.pool.query(text, values)
const neverAbortedSignal = new AbortController().signal
const settingsAs = (person: TestUser) => world.call(person).settings
const links = createSignedLinks('a secret of the tests, long enough')

/** Requests a download and prepares it, as the job would. */
async function prepare(person: TestUser): Promise<string> {
  await settingsAs(person).prepareDownload()
  const id = downloadQueue.orders.at(-1) ?? ''
  await world.services.prepareDownload(id, neverAbortedSignal)
  return id
}
const readPath = async (person: TestUser): Promise<string> =>
  (await query('select path from data_downloads where user_id = $1', [person.id])).rows[0]?.path
const listStoredFiles = (person: TestUser) =>
  readdir(join(world.dataDir, 'files', 'downloads', person.id)).catch(() => [])
const fetchAs = (path: string, sessionId: string) => app.inject({ url: links.linkTo(path, sessionId) })

async function readContents(person: TestUser) {
  const file = await world.services.files.open(await readPath(person))
  if (!file) throw new Error('There is no file.')
  const zip = readZip(await buffer(file.read()))
  return { zip, all: JSON.parse(zip.get('everything.json')?.toString() ?? '') }
}

const insertReadings = (person: TestUser, zone: TestZone, count: number) =>
  query(
    `insert into position_checks (id, zone_id, user_id, latitude, longitude, accuracy_meters, source, captured_at, received_at,
       inside, certain, distance_to_center_m, distance_to_edge_m, change)
     select uuid_v7(), $1, $2, 28.6 + n / 1e6, 77.2, 5, 'device', at, at, true, true, 1, 1, 'none'
     from generate_series(1, $3) n, lateral (select now() - n / 3 * interval '1 second' as at) t`,
    [zone.id, person.id, count],
  )

it('the download includes every column that no feature omits; if this fails, regenerate the columns and review the diff', async () => {
  expect(await readFile(archiveColumnsPath, 'utf8')).toBe(
    renderArchiveColumnsFile(await readTables(world.db.pool)),
  )
})

it('the download reads every table or states why it does not', async () => {
  const tables = (await readTables(world.db.pool)).map(({ name }) => name)
  const readTableNames = new Set<string>(personalLists.map(list => list.table))
  expect([...readTableNames, ...Object.keys(excludedTables)].sort()).toEqual(tables.sort())
})

it('the download explains its lists in the person’s language; names of lists and columns are not translated', async () => {
  translate(msg`Zones you belong to or are invited to.`, 'hi', 'आपके ज़ोन')
  const me = await world.make.user()
  await query(`update user_profiles set language = 'hi' where id = $1`, [me.id])
  await prepare(me)
  const { zip } = await readContents(me)
  expect(zip.get('README.txt')?.toString()).toContain('\r\nmemberships: आपके ज़ोन\r\n')
  expect(zip.get('csv/memberships.csv')?.toString()).toContain('zone_id')
})

it('the download says what others said about the person in an emergency, without who said it', async () => {
  const me = await world.make.user()
  const captain = await world.make.user()
  await query(
    `with emergency as (
        insert into emergencies (request_id, kind, drill) values (uuid_v7(), 'evacuate', false) returning id),
      people as (insert into emergency_people (emergency_id, user_id, name, sort_name, why)
        select id, person, 'x', 'x', 'inside' from emergency, unnest($1::uuid[]) person returning *)
      insert into emergency_claims (emergency_id, roll_entry_id, request_id, state, how, place, claimed_by, happened_at)
        select emergency_id, id, uuid_v7(), 'safe', 'captain', case when user_id = $2 then 'Gate 3' else 'Gate 4' end, $2, now() from people`,
    [[me.id, captain.id], me.id],
  )
  await query('update emergency_claims set claimed_by = $1', [captain.id])
  await prepare(me)
  const { all, zip } = await readContents(me)
  expect(all['emergency-claims-about-me']).toMatchObject([{ state: 'safe', how: 'captain', place: 'Gate 3' }])
  expect([...zip.values()].map(String).join('\n')).not.toContain(captain.id)
})

it("the download contains the person's stored data as JSON and CSV with the photo, and nobody else's", async () => {
  const { make } = world
  const me = await make.user({ firstName: '=Ana' })
  const otherUser = await make.user({ firstName: 'Somebody', role: 'zone_manager_rw' })
  const zone = await make.zone({ name: 'North yard' })
  await make.assign(me, zone)
  await make.assign(otherUser, zone, 'zone_manager_rw')
  // More rows than fit on a page, many of them with equal timestamps.
  await insertReadings(me, zone, 2_500)
  await insertReadings(otherUser, zone, 50)
  await query(
    `insert into user_alerts (user_id, type, title, source) values ($1, 'system', 'To me', 'one')`,
    [me.id],
  )
  const photo = `avatars/${me.id}/one.webp`
  await world.services.files.put(photo, Buffer.from('picture'))
  await query('update user_profiles set profile_image = $2 where id = $1', [me.id, photo])
  await query(`insert into location_tracking_requests (user_id, zone_id, requested_by) values ($1, $2, $3)`, [
    me.id,
    zone.id,
    otherUser.id,
  ])
  await query(
    `insert into security_events (event_type, description, actor_id, affected_user_id, metadata) values
       ('location_access', 'Looked.', $2, $1, $4), ('login_failed', 'Guessed.', null, $1, '{"ip":"192.0.2.1"}'),
       ('user_updated', 'Of the other one.', $1, $2, '{"phone":"1"}'), ('user_updated', 'Not mine.', $3, $2, '{}')`,
    [
      me.id,
      otherUser.id,
      otherUser.id,
      JSON.stringify({ accessType: 'user_details', zoneId: zone.id, by: otherUser.id }),
    ],
  )
  await query(
    `with hazards as (insert into hazards (request_id, title, description, zone_id, reported_by, assignee_id, latitude, longitude) values
         (uuid_v7(), 'My words', 'x', $2, $1, $3, 28, 77), (uuid_v7(), 'Other words', 'Other words', $2, $3, $1, 28, 77)),
       sent as (insert into broadcasts (request_id, title, message, zone_id, sender_id, state, sent_at)
         values (uuid_v7(), 'Other words', 'Other words', $2, $3, 'sent', now()) returning id)
     insert into broadcast_recipients (broadcast_id, user_id, zone_id, state, answer) select id, $1, $2, 'answered', 'Safe' from sent`,
    [me.id, zone.id, otherUser.id],
  )
  await prepare(me)
  const { zip, all } = await readContents(me)

  expect([...zip.keys()].sort()).toEqual(
    [
      'README.txt',
      'everything.json',
      'files/photo.webp',
      'csv/looks-at-my-location.csv',
      ...personalLists.map(list => `csv/${list.name}.csv`),
    ].sort(),
  )
  expect(zip.get('files/photo.webp')?.toString()).toBe('picture')
  expect(all.profile).toMatchObject([{ first_name: '=Ana', email: me.email }])
  expect(all.memberships).toMatchObject([{ zone_id: zone.id, zone_name: 'North yard', role: 'app_user' }])
  expect(new Set(all.readings.map((it: { id: string }) => it.id)).size).toBe(2_500)
  expect(all['tracking-requests']).toMatchObject([{ about_me: true, asked_by_me: false }])
  const { true: ownEvents, false: otherEvents } = Object.groupBy(
    all['notifications-reported'] as { reported_by_me: boolean }[],
    it => `${it.reported_by_me}`,
  )
  expect(ownEvents).toMatchObject([{ title: 'My words', latitude: 28, assigned_to_me: false }])
  expect(otherEvents).toMatchObject([
    { title: null, description: null, latitude: null, assigned_to_me: true },
  ])
  expect(all['broadcasts-received']).toMatchObject([{ state: 'answered', answer: 'Safe' }])
  expect(all.alerts).toMatchObject([{ type: 'system', title: 'To me' }])
  expect(all['looks-at-my-location']).toMatchObject([{ by: 'Somebody Test', kind: 'user_details', times: 1 }])
  const findEventOfType = (type: string) =>
    all['security-events'].find((it: { event_type: string }) => it.event_type === type)
  expect(findEventOfType('location_access')).toMatchObject({
    description: 'Looked.',
    metadata: null,
    by_me: false,
  })
  expect(findEventOfType('login_failed')).toMatchObject({ metadata: { ip: '192.0.2.1' } })
  expect(findEventOfType('user_updated')).toMatchObject({
    description: null,
    metadata: null,
    about_me: false,
    by_me: true,
  })

  const csv = zip.get('csv/readings.csv')?.toString().split('\r\n') ?? []
  expect(csv).toHaveLength(2_500 + 2)
  const list = personalLists.find(it => it.name === 'readings')
  expect(csv[0]).toBe(list && createHeading(list).join(','))
  expect(zip.get('csv/profile.csv')?.toString()).toContain(`,'=Ana,`)

  const archiveText = [...zip.values()].map(String).join('\n')
  const { rows } = await query(
    `select token as secret from auth.sessions where user_id = $1 union all select user_code from user_profiles where id = $2`,
    [me.id, otherUser.id],
  )
  for (const text of [
    otherUser.id,
    otherUser.email,
    'Not mine.',
    'Other words',
    ...rows.map(row => row.secret),
  ])
    expect(archiveText.includes(text), text).toBe(false)
})

it('the download opens only for its owner, through a link of an active session', async () => {
  const [me, otherUser] = [await world.make.user(), await world.make.user({ role: 'super_admin' })]
  expect(await settingsAs(me).download()).toEqual({ download: null })
  expect(await readCode(settingsAs(me).openDownload())).toBe('NOT_FOUND')
  await prepare(me)
  const { download } = await settingsAs(me).download()
  expect(download).toMatchObject({ state: 'ready', percent: 100, bytes: expect.any(Number) })
  expect((await settingsAs(me).openDownload()).url).toBe(`/files/${await readPath(me)}`)

  const path = await readPath(me)
  const response = await fetchAs(path, me.sessionId)
  expect([response.statusCode, response.rawPayload.length]).toEqual([200, download?.bytes])
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="muster-data-.*\.zip"$/)
  expect((await fetchAs(path, otherUser.sessionId)).statusCode).toBe(404)
  expect(await settingsAs(otherUser).download()).toEqual({ download: null })
  await query('delete from auth.sessions where id = $1', [me.sessionId])
  expect((await fetchAs(path, me.sessionId)).statusCode).toBe(404)
})

it("the download is published on the person's own topic, logged, and reported by email", async () => {
  const me = await world.make.user()
  await prepare(me)
  await settingsAs(me).openDownload()
  const { rows: events } = await query(
    `select topic, payload -> 'download' ->> 'state' as state from feed_events where kind = 'data_download.changed' and topic like $1
     order by seq`,
    [`%${me.id}`],
  )
  // On a slow machine, intermediate progress is published too, so repeated states are merged.
  const publishedStates = new Set(events.map(({ topic, state }) => `${topic} ${state}`))
  expect([...publishedStates]).toEqual([`user:${me.id} preparing`, `user:${me.id} ready`])
  const { rows: payloads } = await query(
    `select payload -> 'download' as download from feed_events
     where kind = 'data_download.changed' and topic = $1 order by seq desc limit 1`,
    [`user:${me.id}`],
  )
  expect(payloads[0]).toEqual(await settingsAs(me).download())
  const { rows: logEvents } = await query(
    `select event_type from security_events where actor_id = $1 order by created_at, id`,
    [me.id],
  )
  expect(logEvents.map(it => it.event_type)).toEqual([
    'user_action_data_download_asked',
    'user_action_data_download_opened',
  ])
  await world.mailQueue.settled()
  const mails = await readdir(join(world.dataDir, 'mail'))
  expect(mails.length).toBeGreaterThan(0)
})

it('downloads are limited to one at a time and a maximum number per day', async () => {
  const me = await world.make.user()
  const orderCountBefore = downloadQueue.orders.length
  const responses = await Promise.all([settingsAs(me).prepareDownload(), settingsAs(me).prepareDownload()])
  expect(responses[0]).toEqual(responses[1])
  expect(downloadQueue.orders).toHaveLength(orderCountBefore + 1)
  for (let n = 0; n < 3; n++) await settingsAs(me).prepareDownload()
  expect(await readCode(settingsAs(me).prepareDownload())).toBe('TOO_MANY_REQUESTS')
})

it('a download restarts if its node dies, and later writes by that node are ignored', async () => {
  const [me, zone] = [await world.make.user(), await world.make.zone()]
  await world.make.assign(me, zone)
  await insertReadings(me, zone, 10)
  await settingsAs(me).prepareDownload()
  const id = downloadQueue.orders.at(-1) ?? ''
  // While the first job is reading, a second one starts a new attempt and finishes the download.
  let secondRun: Promise<void> | undefined
  const { createPrepareDownload } = await import('./prepare-download.ts')
  const { services, mailQueue } = world
  const slowPrepare = createPrepareDownload({
    ...services,
    mailQueue,
    files: {
      ...services.files,
      async putStream(path, read) {
        secondRun = services.prepareDownload(id, neverAbortedSignal)
        await secondRun
        return services.files.putStream(path, read)
      },
    },
  })
  await slowPrepare(id, neverAbortedSignal)
  expect(await listStoredFiles(me)).toEqual([(await readPath(me)).split('/').at(-1)])
  expect(await readPath(me)).toMatch(/-2\.zip$/)
  const { all } = await readContents(me)
  expect(all.readings).toHaveLength(10)
  // A finished download is not restarted.
  await services.prepareDownload(id, neverAbortedSignal)
  expect(await readPath(me)).toMatch(/-2\.zip$/)
})

it('a stopped or failed download leaves no file, is shown as failed, and can be requested again', async () => {
  const me = await world.make.user()
  await settingsAs(me).prepareDownload()
  const id = downloadQueue.orders.at(-1) ?? ''
  const { createPrepareDownload } = await import('./prepare-download.ts')
  const failingPrepare = createPrepareDownload({
    ...world.services,
    mailQueue: world.mailQueue,
    files: {
      ...world.services.files,
      putStream: (path, read) =>
        world.services.files.putStream(path, () => read().destroy(new Error('The node stops.'))),
    },
  })
  await expect(failingPrepare(id, neverAbortedSignal)).rejects.toThrow()
  expect(await listStoredFiles(me)).toEqual([])
  expect((await settingsAs(me).download()).download).toMatchObject({ state: 'preparing' })
  await world.db.asOwner('a test', tx => failDownload(tx, id))
  expect((await settingsAs(me).download()).download).toMatchObject({ state: 'failed', bytes: null })
  await prepare(me)
  expect((await settingsAs(me).download()).download).toMatchObject({ state: 'ready' })
})

it('a download is deleted after a few days, when a new one is requested, and with the account', async () => {
  const [oldUser, returningUser, leavingUser] = [
    await world.make.user(),
    await world.make.user(),
    await world.make.user(),
  ]
  for (const person of [oldUser, returningUser, leavingUser]) await prepare(person)
  const removeFiles = () => removeOldFiles(world.db, world.services.files)
  await removeFiles()
  expect(await listStoredFiles(oldUser)).toHaveLength(1)
  await query(`update data_downloads set expires_at = now() - interval '1 second' where user_id = $1`, [
    oldUser.id,
  ])
  expect((await fetchAs(await readPath(oldUser), oldUser.sessionId)).statusCode).toBe(404)
  await prepare(returningUser)
  await query('delete from auth.users where id = $1', [leavingUser.id])
  await removeFiles()
  expect(await listStoredFiles(oldUser)).toEqual([])
  expect(await listStoredFiles(returningUser)).toEqual([(await readPath(returningUser)).split('/').at(-1)])
  expect(await listStoredFiles(leavingUser)).toEqual([])
})
