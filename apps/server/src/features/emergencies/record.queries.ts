import type { PersonState } from '@muster/domain/emergency.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one, oneOrNone, run } from '../../db/rows.ts'
import { undoneState } from './claims.queries.ts'

/** The versions of the record, newest first. Version 2 also covers who does not count, and why. */
export const recordVersions = [2, 1] as const
type RecordVersion = (typeof recordVersions)[number]

/** Locks the whole roll, so that claims in progress are committed before it is recorded, and others come later. */
export const lockRoll = (tx: Tx, emergencyId: string) =>
  run(tx)`select from emergency_people where emergency_id = ${emergencyId} order by id for no key update`

/**
 * Seals the names of a locked roll that changed since they were sealed (db/functions/emergencies/seal-names.sql), each with the reason why
 * the person does not count, and dates its record.
 */
export async function sealRoll(tx: Tx, emergencyId: string): Promise<void> {
  await run(tx)`
    update emergency_people p set name_salt = its.salt, name_seal = ${seal('its.salt', sealedTexts[2])}
    from (
      select p.id, gen_random_uuid()::text as salt from emergency_people p
      where p.emergency_id = ${emergencyId} and p.name <> '' and p.name_seal is distinct from ${seal('p.name_salt', sealedTexts[2])}) its
    where p.id = its.id`
  await run(tx)`update emergencies set recorded_at = clock_timestamp() where id = ${emergencyId}`
}

/** The text below the seal of the person `p`. Both parts of it are removed together with the salt. */
const sealedTexts: Readonly<Record<RecordVersion, RawBuilder<unknown>>> = {
  1: sql`p.name`,
  2: sql`(p.name || coalesce(E'\n' || p.uncounted_reason, ''))`,
}
const seal = (salt: string, text: RawBuilder<unknown>) =>
  sql`encode(sha256(convert_to(${sql.ref(salt)} || E'\n' || ${text}, 'UTF8')), 'hex')`

const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

export type RecordDigest = {
  readonly digest: string
  readonly recorded_at: Date
  readonly people: number
  readonly claims: number
}

/** The parts that a version adds to the line of the person `p` in version 1: its number, and further columns. */
const personParts: Readonly<Record<RecordVersion, { start: RawBuilder<unknown>; end: RawBuilder<unknown> }>> =
  {
    1: { start: sql``, end: sql`` },
    2: { start: sql`2, `, end: sql`, p.counted` },
  }

/**
 * Undefined if not recorded. One JSON array per line: the emergency, its people, the claims until the record, by id, times in
 * microseconds since 1970. Without what is removed later (positions, telephone numbers, accounts, sealed names) and states, which
 * follow from the claims.
 */
export async function computeDigest(
  tx: Tx,
  emergencyId: string,
  version: RecordVersion,
): Promise<RecordDigest | undefined> {
  const { start, end } = personParts[version]
  const row = await oneOrNone(tx)<RecordDigest>`
    with line as (
      select 1 as part, e.id, jsonb_build_array('emergency', 1, e.id, e.kind, e.drill, e.zone_name, e.message, ${micros('e.declared_at')},
        ${micros('e.all_clear_at')}, ${micros('e.recorded_at')})::text as text
      from emergencies e where e.id = ${emergencyId}
      union all
      select 1, m.id, jsonb_build_array('order', m.id, m.kind, m.message, m.replaced, ${micros('m.sent_at')})::text
      from emergency_messages m where m.emergency_id = ${emergencyId} and m.kind is not null
      union all
      select 2, p.id, jsonb_build_array('person', ${start}p.id, p.why, p.zone_name, ${micros('p.inside_since')}, ${micros('p.seen_at')},
        p.accuracy_meters, ${micros('p.added_at')}, p.name_seal${end})::text
      from emergency_people p where p.emergency_id = ${emergencyId}
      union all
      select 3, c.id, (jsonb_build_array('claim', c.id, c.roll_entry_id, c.state, c.how, c.place, ${micros('c.happened_at')},
        ${micros('c.received_at')}) || case when c.words = '' then '[]' else jsonb_build_array(c.words) end
        || case when c.undoes is null then '[]' else jsonb_build_array('undoes', c.undoes) end)::text
      from emergency_claims c join emergencies e on e.id = c.emergency_id
      where c.emergency_id = ${emergencyId} and c.received_at <= e.recorded_at)
    select encode(sha256(convert_to(string_agg(line.text, E'\n' order by line.part, line.id), 'UTF8')), 'hex') as digest,
      (select recorded_at from emergencies where id = ${emergencyId}) as recorded_at,
      count(*) filter (where part = 2)::int as people, count(*) filter (where part = 3)::int as claims
    from line`
  return row?.recorded_at ? row : undefined
}

export const storeDigest = (tx: Tx, emergencyId: string, digest: string) =>
  tx.updateTable('emergencies').set({ record_digest: digest }).where('id', '=', emergencyId).execute()

/** Finds the first entry about the record, because somebody could add another one. Index: security_events_type. */
export const findLoggedRecord = (tx: Tx, emergencyId: string, recordedAt: Date) =>
  oneOrNone(tx)<{ digest: string | null; number: number | null }>`
    select metadata ->> 'digest' as digest, number from security_events
    where event_type = 'emergency_recorded' and metadata ->> 'emergencyId' = ${emergencyId}
      and created_at between ${recordedAt}::timestamptz - interval '1 day' and ${recordedAt}::timestamptz + interval '1 day'
    order by created_at, id limit 1`

/** Counts names and reasons that no longer match their seals, and names that were removed. */
export const countNames = (tx: Tx, emergencyId: string, version: RecordVersion) =>
  one(tx)<{ changed: number; removed: number }>`
    select count(*) filter (where p.name <> '' and p.name_seal is distinct from ${seal('p.name_salt', sealedTexts[version])})::int as changed,
      count(*) filter (where p.name = '' and p.name_seal is not null)::int as removed
    from emergency_people p where p.emergency_id = ${emergencyId}`

/** Lists what is stored of the states of the people on a roll. */
export const listStates = (tx: Tx, emergencyId: string) =>
  tx
    .selectFrom('emergency_people')
    .select(['id', 'state', 'state_at', 'disputed', 'answer', 'answered_at'])
    .where('emergency_id', '=', emergencyId)
    .execute()

/** Whose late claims are listed: those of people in some zones or, for null, of everybody. */
export type LateClaimsOf = { readonly zoneIds: readonly string[] | null; readonly limit: number }

/** Lists claims that arrived after the record, oldest first, and counts all of them. */
export async function listLateClaims(tx: Tx, emergencyId: string, { zoneIds, limit }: LateClaimsOf) {
  const rows = await many(tx)<{
    name: string
    badge: string | null
    state: string
    undone_state: PersonState | null
    words: string
    happened_at: Date
    received_at: Date
    total: number
  }>`
    select p.name, p.badge, c.state, ${undoneState} as undone_state, c.words, c.happened_at, c.received_at, count(*) over ()::int as total
    from emergency_claims c join emergencies e on e.id = c.emergency_id join emergency_people p on p.id = c.roll_entry_id
    where c.emergency_id = ${emergencyId} and c.received_at > e.recorded_at
      and (${zoneIds === null} or p.zone_id = any(${[...(zoneIds ?? [])]}::uuid[]))
    order by c.received_at, c.id limit ${limit}`
  return { rows, total: rows[0]?.total ?? 0 }
}
