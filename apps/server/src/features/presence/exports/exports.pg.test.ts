import { msg } from '@lingui/core/runtime-macro'
import {
  type ExportFormat,
  exportRowsHeader,
  type PresenceExport,
} from '@muster/contract/presence-exports.ts'
import { limits } from '@muster/domain/limits.ts'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedApp, serveApp } from '../../../app/testing/served-app.ts'
import { readZip } from '../../../lib/testing/read-zip.ts'
import { translate } from '../../../lib/texts/testing/translate.ts'
import { createCaller } from '../../../testing/caller.ts'
import {
  createFactories,
  insideTestBox,
  outsideTestBox,
  type TestUser,
  type TestZone,
} from '../../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'

let database: TestDatabase
let servedApp: ServedApp
let muster: {
  make: ReturnType<typeof createFactories>
  call: ReturnType<typeof createCaller<ServedApp['services']['router']>>
  db: ServedApp['db']
}
beforeAll(async () => {
  database = await createTestDatabase()
  servedApp = await serveApp(database.url)
  const { db, services } = servedApp
  muster = { db, make: createFactories(db), call: createCaller(services.router, db, services.sessions) }
})
afterAll(async () => {
  await servedApp.close()
  await database.drop()
})

translate(msg`phone`, 'ar', 'الهاتف')
translate(msg`inside`, 'ar', 'في الداخل')
translate(msg`no`, 'ar', 'لا')

const isoAgo = (ms: number) => new Date(Date.now() - ms).toISOString()
const check = (user: TestUser, zone: TestZone, position = insideTestBox, capturedAt = isoAgo(0)) =>
  muster.call(user).presence.checkUserInZone({
    zoneId: zone.id,
    id: uuidV7(),
    ...position,
    accuracyMeters: 5,
    capturedAt,
  })
/** Midnight, ten days ago. */
const rangeStart = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 10 * 86_400_000
const isoAt = (ms: number) => new Date(rangeStart + ms).toISOString()
const hour = 3_600_000
const span = { from: isoAt(0), to: isoAt(5 * 24 * hour) }
async function download({ token }: TestUser, request: Partial<PresenceExport>) {
  const { statusCode, headers, rawPayload } = await servedApp.app.inject({
    method: 'POST',
    url: '/download/presence',
    headers: { authorization: `Bearer ${token}` },
    payload: request,
  })
  const text = rawPayload.toString()
  return {
    code: statusCode === 200 ? undefined : (JSON.parse(text) as { code: string }).code,
    name: /filename="(.+)"/.exec(String(headers['content-disposition']))?.[1],
    total: Number(headers[exportRowsHeader]),
    content: rawPayload,
    text,
    /** Splits a CSV whose cells contain no commas or quotes into rows. */
    lines: text
      .split('\r\n')
      .slice(0, -1)
      .map(line => line.split(',')),
  }
}
const exportVisits = (viewer: TestUser, zone: TestZone, format: ExportFormat = 'csv', range = span) =>
  download(viewer, { zoneId: zone.id, kind: 'visits', format, ...range })

async function createPeople() {
  const { make } = muster
  const zone = await make.zone()
  const [sly, ann, manager, clientAdmin] = [
    await make.user({ firstName: '=1+1' }),
    await make.user({ firstName: 'Ann' }),
    await make.user(),
    await make.user({ role: 'client_admin' }),
  ]
  await make.assign(sly, zone)
  await make.assign(ann, zone)
  await make.assign(manager, zone, 'zone_manager_ro')
  await make.assign(clientAdmin, zone, 'client_admin')
  return { zone, sly, ann, manager, clientAdmin }
}
const exportInside = (viewer: TestUser, zone: TestZone, format: ExportFormat) =>
  download(viewer, { zoneId: zone.id, kind: 'inside', format })
const listLogEntries = async ({ id }: { id: string }) =>
  (
    await muster.db.pool.query(
      `select event_type, metadata - 'zoneId' as said from security_events where actor_id = $1 order by created_at, event_type`,
      [id],
    )
  ).rows

test('people inside are exported to a safe file like the printed roll, and the export is logged', async () => {
  const { zone, sly, ann, manager } = await createPeople()
  await check(sly, zone, insideTestBox, isoAgo(2 * limits.presenceStaleMs))
  await check(ann, zone)
  await check(manager, zone, outsideTestBox)
  const { text, total, name } = await exportInside(manager, zone, 'csv')
  expect(name).toMatch(/^inside-\d{4}-\d\d-\d\d-\d\d-\d\d\.csv$/)
  const [heading, firstLine, secondLine, lastLine] = text.split('\r\n')
  expect(heading).toBe(
    'number,last name,first name,user code,phone,last seen,state,here,role,since,accuracy in metres,position may be fake',
  )
  // People not seen come first, and a cell is left empty to tick.
  expect(firstLine).toMatch(/^1,Test,'=1\+1,MUS-[^,]+,[^,]+,[^,]+Z,not seen,,app_user,[^,]+Z,5,no$/)
  expect(secondLine).toMatch(/^2,Test,Ann,MUS-[^,]+,[^,]+,[^,]+Z,inside,,app_user,[^,]+Z,5,no$/)
  expect([total, lastLine]).toEqual([2, ''])
  expect(await listLogEntries(manager)).toEqual([
    { event_type: 'data_access', said: { accessType: 'inside_csv', rows: 2 } },
  ])
  // Workbooks keep text that looks like a formula as text.
  const files = readZip((await exportInside(manager, zone, 'xlsx')).content)
  expect(files.get('xl/sharedStrings.xml')?.toString()).toContain('=1+1')
  const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet.match(/<row /g)).toHaveLength(3)
  expect(sheet).not.toContain('<f>')
})

test("headings and values in CSV and workbooks are in the reader's language, those in GeoJSON in English", async () => {
  const { zone, ann, manager } = await createPeople()
  await check(ann, zone)
  await muster.db.pool.query(`update user_profiles set language = 'ar' where id = $1`, [manager.id])
  const [heading = [], row = []] = (await exportInside(manager, zone, 'csv')).lines
  expect([heading[4], row[6], row[11]]).toEqual(['الهاتف', 'في الداخل', 'لا'])
  const sheet = readZip((await exportInside(manager, zone, 'xlsx')).content).get('xl/worksheets/sheet1.xml')
  expect(sheet?.toString()).toContain('rightToLeft="1"')
  const { features } = JSON.parse((await exportInside(manager, zone, 'geojson')).text)
  expect(features[0].properties).toMatchObject({ state: 'inside', 'position may be fake': 'no' })
})

test('people inside are exported as a PDF to print, visits are not', async () => {
  const { zone, sly, ann, manager } = await createPeople()
  await check(sly, zone, insideTestBox, isoAgo(2 * limits.presenceStaleMs))
  await check(ann, zone)
  const { content, name, total } = await download(manager, { zoneId: zone.id, kind: 'inside', format: 'pdf' })
  expect([name, total]).toEqual([expect.stringMatching(/^inside-.*\.pdf$/), 2])
  expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  const visits = { zoneId: zone.id, kind: 'visits', format: 'pdf', ...span } as const
  expect((await download(manager, visits)).code).toBe('BAD_REQUEST')
})

test('points are exported only for people who may track live locations, and are logged as a view of positions', async () => {
  const { zone, ann, manager, clientAdmin } = await createPeople()
  const at = isoAgo(60_000)
  await check(ann, zone, insideTestBox, at)
  await check(ann, zone, outsideTestBox)
  await check(ann, zone)
  const point = { type: 'Point', coordinates: [insideTestBox.lng, insideTestBox.lat] }
  const exportFeatures = async (viewer: TestUser, kind: 'inside' | 'visits') => {
    const range = { from: isoAgo(3_600_000), to: isoAgo(-3_600_000) }
    const { text } = await download(viewer, { zoneId: zone.id, kind, format: 'geojson', ...range })
    const collection = JSON.parse(text) as {
      features: { geometry: unknown; properties: Record<string, unknown> }[]
    }
    return collection.features.map(({ geometry, properties }) => [properties.name, geometry])
  }
  expect(await exportFeatures(manager, 'inside')).toEqual([['Ann Test', point]])
  expect(await exportFeatures(manager, 'visits')).toEqual([
    ['Ann Test', point],
    ['Ann Test', point],
  ])
  expect(await exportFeatures(clientAdmin, 'inside')).toEqual([['Ann Test', null]])
  expect((await exportFeatures(clientAdmin, 'visits')).map(([, geometry]) => geometry)).toEqual([null, null])
  const { rows } = await muster.call(ann).settings.locationLooks({})
  expect(rows.map(({ kind, wholeZone }) => [kind, wholeZone]).sort()).toEqual([
    ['inside_geojson', true],
    ['visits_geojson', true],
  ])
  expect((await listLogEntries(clientAdmin)).map(it => it.event_type)).toEqual(['data_access', 'data_access'])
})

test('an exported visit says whether it ended, continues, or is open although the person has not been seen', async () => {
  const { zone, sly, ann, manager } = await createPeople()
  const unseenAt = isoAgo(2 * limits.presenceStaleMs)
  await check(sly, zone, insideTestBox, unseenAt)
  await check(ann, zone, insideTestBox, isoAgo(2 * limits.presenceStaleMs - 60_000))
  const lastSeenAt = isoAgo(1_000)
  await check(ann, zone, insideTestBox, lastSeenAt)
  await check(manager, zone, insideTestBox, isoAgo(60_000))
  await check(manager, zone, outsideTestBox, isoAgo(30_000))
  const range = { from: isoAgo(3_600_000 * 2), to: isoAgo(-3_600_000) }
  const { lines } = await exportVisits(manager, zone, 'csv', range)
  const [heading = [], ...rows] = lines
  const findColumn = (name: string) => heading.indexOf(name)
  const shownColumns = ['exit', 'minutes', 'state', 'last seen'].map(findColumn)
  expect(rows.map(row => shownColumns.map(index => row[index]))).toEqual([
    ['', '', 'not seen', unseenAt],
    ['', '', 'inside', lastSeenAt],
    [expect.stringMatching(/Z$/), '0', 'ended', ''],
  ])
})

test('visits of former members are not exported to other people under any name', async () => {
  const { make, call, db } = muster
  const { zone, ann, manager } = await createPeople()
  const formerMember = await make.user()
  await make.assign(formerMember, zone)
  for (const { id } of [ann, formerMember])
    await db.pool.query(
      `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source)
       values ($1, $2, $3, $4, 'device')`,
      [zone.id, id, isoAt(24 * hour), isoAt(25 * hour)],
    )
  const admin = await make.user({ role: 'super_admin' })
  await call(admin).users.unlink({ zoneId: zone.id, userId: formerMember.id })
  for (const viewer of [manager, admin]) {
    const { total, lines } = await exportVisits(viewer, zone)
    expect([total, lines.slice(1).map(([name]) => name)]).toEqual([1, ['Ann Test']])
  }
})

test('visits of a range are read in pages without gaps or duplicates, and logged once; an invalid range is refused', async () => {
  const { zone, ann, manager } = await createPeople()
  await muster.db.pool.query(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, duration_minutes, tracking_source)
     select $1, $2, $3::timestamptz + (n / 2) * interval '1 minute', $4, 1, 'device' from generate_series(-2, 4500) n`,
    [zone.id, ann.id, span.from, span.to],
  )
  const { total, lines } = await exportVisits(manager, zone)
  const [heading, ...rows] = lines
  const entries = rows.map(row => row[2])
  expect(heading).toEqual([
    ...['name', 'role', 'entry', 'exit', 'minutes', 'source', 'accuracy in metres'],
    ...['position may be fake', 'state', 'last seen'],
  ])
  // Two visits began in each minute; the two before the range are not included.
  expect([entries.length, total]).toEqual([4_502, 4_502])
  expect(new Set(entries).size).toBe(2_251)
  expect(entries).toEqual([...entries].sort())
  expect(await listLogEntries(manager)).toEqual([
    { event_type: 'data_access', said: { accessType: 'visits_csv', rows: 4_502, ...span } },
  ])
  const reversedRange = { from: span.to, to: span.from }
  for (const invalidRange of [{}, reversedRange])
    expect(
      (await download(manager, { zoneId: zone.id, kind: 'visits', format: 'csv', ...invalidRange })).code,
    ).toBe('BAD_REQUEST')
})

test('expired data is in no export, even while it is still stored', async () => {
  const { zone, ann, manager } = await createPeople()
  const retentionStartMs = -limits.retentionDays * 24 * hour
  const ranges = [
    [retentionStartMs - 20 * hour, retentionStartMs - 10 * hour],
    [retentionStartMs - 10 * hour, retentionStartMs - 60_000],
    [retentionStartMs - 8 * hour, retentionStartMs + hour],
    [retentionStartMs + 2 * hour, retentionStartMs + 3 * hour],
  ] as const
  for (const range of ranges) {
    const id = uuidV7()
    const [entryTime, exitTime] = range.map(ms => isoAgo(-ms))
    await muster.db.pool.query(
      `insert into presence_history (zone_id, user_id, entry_time, exit_time, tracking_source) values ($1, $2, $3, $4, 'device')`,
      [zone.id, ann.id, entryTime, exitTime],
    )
    await muster.db.pool.query(
      `insert into position_checks (id, zone_id, user_id, latitude, longitude, accuracy_meters, source, captured_at, received_at,
         inside, certain, distance_to_center_m, distance_to_edge_m, change)
       select $1, zone_id, user_id, $4, $5, 5, 'device', entry_time, entry_time, true, true, 1, 1, 'entered'
       from presence_history where zone_id = $2 and entry_time = $3`,
      [id, zone.id, entryTime, insideTestBox.lat, insideTestBox.lng],
    )
  }
  const range = { from: isoAgo(-retentionStartMs + 48 * hour), to: isoAgo(0) }
  const { total, text } = await exportVisits(manager, zone, 'geojson', range)
  const { features } = JSON.parse(text) as {
    features: { geometry: unknown; properties: { entry: string } }[]
  }
  // A visit that ended within the retention period is stored in full, but its first reading has expired.
  expect([total, features.map(({ geometry }) => geometry !== null)]).toEqual([2, [false, true]])
})

test('a list of a call is sent as a CSV file, with its number of rows in a header', async () => {
  const { zone, ann, manager } = await createPeople()
  const request = (url: string, payload: object) =>
    servedApp.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${manager.token}` },
      payload,
    })
  const direct = await request(`/api/zones/${zone.id}/users.csv`, { userIds: [ann.id] })
  expect(direct.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/filename="zone-people-.*\.csv"/),
    [exportRowsHeader]: '1',
  })
  expect(direct.payload).toMatch(/^First name,Last name,.*\r\nAnn,Test,.*\r\n$/)
  const { headers, rawPayload } = await request('/rpc/users/exportCsv', {
    json: { zoneId: zone.id, userIds: [ann.id] },
  })
  const form = await new Response(rawPayload, {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData()
  expect(await (form.get('0') as File).text()).toBe(direct.payload)
})
