import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { storedPaths } from '@muster/domain/attachment.ts'
import { consentVersion } from '@muster/domain/consent.ts'
import { shapeCorners } from '@muster/domain/geo/shape-bounds.ts'
import type { HazardSeverity } from '@muster/domain/hazard.ts'
import { limits } from '@muster/domain/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@muster/domain/time-units.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import { type NotNull, sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Database, OwnerTx, Tx } from '../db/database.ts'
import { run } from '../db/rows.ts'
import type { DB } from '../db/schema.generated.ts'
import { followAnswer, releaseBroadcast } from '../features/broadcasts/index.ts'
import { documentAdded, readingAsked } from '../features/documents/index.ts'
import { addedToGroup, mentionedInGroup } from '../features/groups/index.ts'
import { hazardReported } from '../features/hazards/index.ts'
import { joinedZone, type Membership } from '../features/users/index.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import { type WriteContext, write } from '../live/write.ts'
import {
  type DemoRow,
  demoEmail,
  demoPassword,
  demoPeople,
  demoPin,
  demoZones,
  scenario,
} from './demo-organisation.ts'

const DAYS_OF_VISITS = 27
/** Membership starts before the oldest visit, so that expected hours cover all days that have visits. */
const MEMBER_SINCE = '-60d'
/** Age in hours after which all demo people have read an alert. */
const READ_AFTER_HOURS = 6
/** Age in minutes after which all members of a group have read a message. */
const READ_AFTER_MINUTES = 60

/** Returns whether it loaded: only into a database without users. `hash` is argon2id, `now` in milliseconds. */
export async function seedDemo(
  db: Database,
  hash: (secret: string) => Promise<string>,
  now: number,
  files: Pick<FileStorage, 'put'>,
): Promise<boolean> {
  const [passwordHash, pinHash] = await Promise.all([hash(demoPassword), hash(demoPin)])
  return db.asOwner('the first rows of an empty database belong to nobody yet', async tx => {
    const existingUser = await tx.selectFrom('auth.users').select('id').limit(1).executeTakeFirst()
    if (existingUser) return false
    const { toRow, findId } = createResolver(now)
    const insert = (table: keyof DB, rows: readonly DemoRow[]) =>
      tx
        .insertInto(table as 'zones')
        .values(rows.map(row => toRow(row) as never))
        .execute()
    await insertPeople(insert, passwordHash, pinHash, findId)
    await insertZones(insert)
    // The demo's reports use days in New Delhi, where its zones are.
    await tx.updateTable('clients').set({ time_zone: 'Asia/Kolkata' }).execute()
    await insert('presence_history', listVisits(now))
    for (const { table, all, rows } of scenario.past)
      await insert(
        table,
        rows.map(row => ({ ...all, ...row })),
      )
    await storeFiles(tx, files)
    await setDerivedColumns(tx, now)
    await write(tx, raiseAlerts)
    for (const { broadcast, ...shares } of scenario.replies)
      await answerBroadcast(tx, findId(broadcast), shares, findId)
    await markAlertsRead(tx, now)
    await insert('installation_facts', [{ fact: 'demo' }])
    return true
  })
}

type FindId = (key: string) => string
type Insert = (table: keyof DB, rows: readonly DemoRow[]) => Promise<unknown>

const UNIT_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/**
 * Resolves the strings of the scenario. `@yard`, also within a path, is the id of the row with this key, and `@new` a new id. `-5h` is
 * a time before the demo was loaded, and `-12d 05:30:00` a time of that day in UTC.
 */
function createResolver(now: number) {
  const keyedRows: readonly DemoRow[] = [...demoPeople, ...demoZones, ...scenario.past.flatMap(it => it.rows)]
  const idsByKey = new Map(keyedRows.map(({ key }) => [key, uuidV7()]))
  function findId(key: string): string {
    const id = key === 'new' ? uuidV7() : idsByKey.get(key)
    if (!id) throw new Error(`The demo knows no ${key}`)
    return id
  }
  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'string')
      return value === null || typeof value !== 'object' || value instanceof Date
        ? value
        : JSON.stringify(value)
    const [, amount, unit, clock] = /^([+-][\d.]+)([mhd])(?: (\d\d:\d\d:\d\d))?$/.exec(value) ?? []
    if (!unit) return value.replace(/(?<=^|\/)@([\w-]+)(?=\/|$)/g, (_, key) => findId(key))
    const at = new Date(now + Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS])
    return clock ? new Date(`${at.toISOString().slice(0, 10)}T${clock}Z`) : at
  }
  const toRow = ({ key, ...columns }: DemoRow): Record<string, unknown> => ({
    ...(key && { id: findId(key) }),
    ...Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, resolve(value)])),
  })
  return { toRow, findId }
}

/** Everybody has given consent, so that signing in does not begin with the question. */
async function insertPeople(
  insert: Insert,
  passwordHash: string,
  pinHash: string,
  findId: FindId,
): Promise<void> {
  await insert(
    'auth.users',
    demoPeople.map(({ key, firstName, lastName, role }) => ({
      key,
      name: `${firstName} ${lastName}`,
      email: demoEmail(key),
      email_verified: true,
      sign_up: {
        ...{ firstName, lastName, role, pinHash },
        phone: '+91 11 5550 0100',
        dateOfBirth: '1990-01-01',
        userCode: makeUserCode(randomBytes(userCodeBytes)),
      },
    })),
  )
  await insert(
    'auth.accounts',
    demoPeople.map(({ key }) => ({
      account_id: findId(key),
      provider_id: 'credential',
      user_id: findId(key),
      password: passwordHash,
    })),
  )
  await insert(
    'consents',
    demoPeople.map(({ key }) => ({
      user_id: findId(key),
      decision: 'given',
      text_version: consentVersion,
      retention_days: limits.retentionDays,
      asked_at: 'demo',
    })),
  )
}

async function insertZones(insert: Insert): Promise<void> {
  await insert(
    'zones',
    demoZones.map(({ maxCapacity, ...zone }) => {
      const { start, end } = shapeCorners(zone.shape)
      return {
        ...zone,
        boundary: zone.shape.boundary,
        start_lat: start.lat,
        start_lng: start.lng,
        end_lat: end.lat,
        end_lng: end.lng,
        max_capacity: maxCapacity,
        created_by: '@client',
      }
    }),
  )
  await insert(
    'zone_assignments',
    demoPeople.flatMap(({ key, zones }) =>
      Object.entries(zones).map(([zone, role]) => ({
        ...{ user_id: `@${key}`, zone_id: `@${zone}`, role },
        ...{ assigned_at: MEMBER_SINCE, accepted_at: MEMBER_SINCE },
      })),
    ),
  )
}

/**
 * Two closed visits for every walker on each working day of some weeks, with a day off now and then. The simulation continues from
 * there.
 */
function listVisits(now: number): DemoRow[] {
  const firstMorningMs = now - (now % DAY_MS) + 3.5 * HOUR_MS // 09:00 in New Delhi
  return demoPeople
    .filter(person => person.simulated)
    .flatMap(({ key, zones }, index) =>
      Array.from({ length: DAYS_OF_VISITS * 2 }, (_, number) => {
        const day = Math.floor(number / 2) + 1
        const isSunday = new Date(firstMorningMs - day * DAY_MS).getUTCDay() === 0
        if (isSunday || (index * 5 + day * 3) % 17 === 0) return []
        const startMs =
          firstMorningMs -
          day * DAY_MS +
          (number % 2) * 5 * HOUR_MS +
          ((index * 17 + day * 7) % 50) * MINUTE_MS
        const minutes = 130 + ((index * 31 + number * 13) % 100)
        return {
          user_id: `@${key}`,
          zone_id: `@${Object.keys(zones)[0]}`,
          entry_time: new Date(startMs),
          exit_time: new Date(startMs + minutes * MINUTE_MS),
          duration_minutes: minutes,
          accuracy_meters: 4 + (index % 9),
          tracking_source: 'device',
        }
      }).flat(),
    )
}

async function storeFiles(tx: OwnerTx, files: Pick<FileStorage, 'put'>): Promise<void> {
  const rows = await tx.selectFrom('stored_files').select(['path', 'has_thumbnail']).execute()
  for (const path of rows.flatMap(it => storedPaths(it.path, it.has_thumbnail)))
    await files.put(path, await readFile(new URL(`files/${basename(path)}`, import.meta.url)))
}

/** Sets what the app derives from rows as they are written: whose a file is, when a drill is due, and what is new in a group. */
async function setDerivedColumns(tx: OwnerTx, now: number): Promise<void> {
  await run(tx)`update stored_files s set document_id = d.id from documents d where d.file_url = s.path`
  await run(tx)`
    update drill_calendars
    set due_on = (last_drill_at at time zone time_zone)::date + make_interval(months => every_months)`
  await run(tx)`
    update groups g set last_message_at = (select max(created_at) from group_messages where group_id = g.id)`
  await run(tx)`
    update group_reads r set alerted = g.last_number, last_read = greatest(r.last_read, coalesce((
      select max(number) from group_messages m where m.group_id = r.group_id
        and m.created_at < ${new Date(now - READ_AFTER_MINUTES * MINUTE_MS)}), 0))
    from groups g where g.id = r.group_id`
}

/** Raises the alerts that the app raises about such rows, and sends the broadcasts. */
async function raiseAlerts(its: WriteContext): Promise<void> {
  const { tx, alert } = its
  const memberships = await tx
    .selectFrom('zone_assignments')
    .select(sql<Membership>`membership_facts(zone_assignments)`.as('membership'))
    .execute()
  for (const { membership } of memberships) alert(joinedZone(membership))
  const groups = await tx
    .selectFrom('groups as g')
    .innerJoin('group_members as m', 'm.group_id', 'g.id')
    .select(['g.id', 'g.name', 'g.zone_id as zoneId', 'g.description'])
    .select(sql<string[]>`array_agg(m.user_id)`.as('added'))
    .whereRef('m.user_id', '<>', 'g.created_by')
    .groupBy('g.id')
    .execute()
  for (const group of groups) alert(addedToGroup(group, group.id, group.added))
  const hazards = await tx
    .selectFrom('hazards')
    .select(['id', 'zone_id as zoneId', 'title', 'description', 'severity', 'reported_by as reportedBy'])
    .$narrowType<{ severity: HazardSeverity; reportedBy: NotNull }>()
    .execute()
  for (const hazard of hazards) alert(hazardReported(hazard))
  const mentions = await tx
    .selectFrom('group_messages as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .innerJoin('user_profiles as u', 'u.id', 'm.sender_id')
    .select(['g.id', 'g.name', 'g.zone_id as zoneId', 'm.message_text as text', 'm.mentions'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('senderName'))
    .where(sql<boolean>`cardinality(m.mentions) > 0`)
    .execute()
  for (const mention of mentions) alert(mentionedInGroup(mention, mention, mention.mentions))
  const documents = await tx
    .selectFrom('documents as d')
    .innerJoin('folders as f', 'f.id', 'd.folder_id')
    .leftJoin('document_readings as r', 'r.document_id', 'd.id')
    .select(['d.id', 'd.zone_id as zoneId', 'd.folder_id as folderId', 'd.title', 'd.version', 'f.name'])
    .select(['d.uploaded_by as uploadedBy', 'r.document_id as mustBeRead'])
    .orderBy('d.id')
    .$narrowType<{ uploadedBy: NotNull }>()
    .execute()
  for (const document of documents) {
    alert(documentAdded(document, document.name))
    if (document.mustBeRead) alert(readingAsked(document))
  }
  for (const broadcast of await tx.selectFrom('broadcasts').selectAll().execute())
    await releaseBroadcast(its, broadcast)
  await tx
    .updateTable('broadcasts')
    .set(eb => ({ sent_at: eb.ref('created_at') }))
    .execute()
}

/**
 * Records that a share of a broadcast's recipients answered it, and that a share of the others saw it. Recipients are picked by their
 * position in id order, so that the same share answers on every machine. People whose sign-ins are offered answer for themselves.
 */
async function answerBroadcast(
  tx: Tx,
  id: string,
  { answered, seen }: { answered: number; seen: number },
  findId: FindId,
): Promise<void> {
  const signInIds = ['member', 'manager', 'viewer', 'client'].map(findId)
  const reachedShare = answered + (1 - answered) * seen
  await run(tx)`
    update broadcast_recipients r set
      state = case when it.part < ${answered}::float8 and cardinality(b.answers) > 0 then 'answered'
        when it.part < ${reachedShare}::float8 then 'seen' else r.state end,
      answer = case when it.part < ${answered}::float8 and cardinality(b.answers) > 0
        then b.answers[case it.place when 1 then cardinality(b.answers) else 1 + it.place % 5 / 3 end] end,
      changed_at = b.created_at + it.place * interval '2 minutes'
    from broadcasts b, (
      select user_id, row_number() over (order by user_id) - 1 as place,
        (row_number() over (order by user_id) - 1)::float8 / count(*) over () as part
      from broadcast_recipients where broadcast_id = ${id} and user_id <> all(${signInIds}::uuid[])) it
    where r.broadcast_id = ${id} and b.id = ${id} and r.user_id = it.user_id`
  const replies = await tx
    .selectFrom('broadcast_recipients as r')
    .innerJoin('broadcasts as b', 'b.id', 'r.broadcast_id')
    .select(['b.id', 'b.title', 'b.answers', 'b.answer_meanings', 'r.user_id as userId', 'r.answer'])
    .where('b.id', '=', id)
    .where('r.answer', 'is not', null)
    .$narrowType<{ answer: NotNull }>()
    .execute()
  await write(tx, async its => {
    for (const reply of replies) await followAnswer(its, reply, reply)
  })
}

/** Dates alerts like their events, and deletes deliveries, because demo people have no real email addresses. */
async function markAlertsRead(tx: OwnerTx, now: number): Promise<void> {
  await run(tx)`
    update user_alerts a set created_at = coalesce(
      (select h.created_at from hazards h where h.id = (a.metadata ->> 'hazardId')::uuid),
      (select b.created_at from broadcasts b
        where b.id in ((a.metadata ->> 'broadcastId')::uuid, (a.metadata ->> 'answerTo')::uuid)),
      (select max(m.created_at) from group_messages m
        where a.source = 'group:' || m.group_id || ':mention' and a.user_id = any(m.mentions)),
      (select max(d.created_at) from documents d
        where a.type = 'document_upload' and d.title = split_part(a.title, ': ', 2)),
      ${new Date(now - 6 * DAY_MS)})`
  await run(tx)`update user_alerts set is_read = created_at < ${new Date(now - READ_AFTER_HOURS * HOUR_MS)}`
  await tx.deleteFrom('alert_deliveries').execute()
}
