import type { MeetingPlace } from '@muster/contract/emergencies.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { many } from '../../db/rows.ts'
import { type EmergencyRow, messageIn, pointsOnRoll } from './emergencies.queries.ts'
import { withKnownZones, zoneNamesIn } from './emergency-zones.queries.ts'

/** The zones of an emergency; null means all zones. */
type Zones = readonly string[] | null

/** The name of the visit `v` with the last word first, which is the surname for most people. */
export const visitSortName = sql`regexp_replace(v.name, '^(.*) (\\S+)$', '\\2 \\1')`

/** Company and host of the visit `v`; `u` is the host. */
export const visitNote = sql`left(concat_ws(' · ', nullif(v.company, ''),
  nullif(coalesce(trim(u.first_name || ' ' || u.last_name), v.host_name), '')), 300)`

/** Visitors who are signed in now, or only one of them. Every kind of emergency calls them, because nobody else asks after them. */
export const selectVisitors = (zoneIds: Zones, visitId: string | null = null): RawBuilder<unknown> => sql`
  select null::uuid as user_id, v.id as visit_id, nullif(v.badge, '') as badge, z.id as zone_id, left(z.name, 200) as zone_name, v.name,
    ${visitSortName} as sort_name, v.phone, ${visitNote} as note, v.company, v.signed_in_at as inside_since, null::timestamptz as seen_at,
    null::real as accuracy_meters, null::float8 as latitude, null::float8 as longitude, true as counted, null as uncounted_reason,
    'visitor' as why
  from visitor_visits v join zones z on z.id = v.zone_id left join user_profiles u on u.id = v.host_id
  where v.signed_in_at is not null and v.signed_out_at is null and (${visitId}::uuid is null or v.id = ${visitId}::uuid)
    and ${isAmong('v.zone_id', zoneIds)}`

export type VisitOnRoll = EmergencyRow & {
  readonly zone_names: string[] | null
  readonly person_id: string
  readonly person_state: string
  readonly person_state_at: Date | null
  readonly answered: boolean
  /** The neutral answer of the visitor as it was stored; empty if there is none. */
  readonly person_answer: string
  readonly person_answered_at: Date | null
  readonly points: MeetingPlace[]
  /** The message in the language of the visitor's page. */
  readonly shown_message: string
}

type VisitFilter = {
  /** Without those whose all clear was longer ago. Undefined for all. */
  readonly endedWithinMs?: number
  readonly language?: string | undefined
  readonly limit: number
}

/** Lists the emergencies that have a visit on their roll: open ones first, then the newest. */
export async function listVisitOnRolls(
  tx: Tx,
  visitId: string,
  { endedWithinMs, language = sourceLanguage, limit }: VisitFilter,
): Promise<VisitOnRoll[]> {
  const rows = await many(tx)<VisitOnRoll>`
    select e.*, p.id as person_id, p.state as person_state, p.state_at as person_state_at,
      p.answer as person_answer, p.answered_at as person_answered_at,
      p.own_state is not null as answered,
      ${zoneNamesIn(sql`p.zone_id`)} as zone_names, ${pointsOnRoll} as points, ${messageIn(sql`${language}::text`)} as shown_message
    from emergency_people p join emergencies e on e.id = p.emergency_id
    -- While a real emergency is open for the visitor, no drill says that anything is over.
    where p.visit_id = ${visitId} and not (e.drill and e.all_clear_at is not null and exists (
        select from emergency_people its join emergencies r on r.id = its.emergency_id
        where its.visit_id = p.visit_id and r.all_clear_at is null and not r.drill)) and (${endedWithinMs === undefined} or e.all_clear_at is null
      or e.all_clear_at > now() - ${endedWithinMs ?? 0}::float8 * interval '1 ms')
    order by e.all_clear_at is not null, e.declared_at desc limit ${limit}`
  return rows.map(withKnownZones)
}

type ClaimOnRoll = EmergencyRow & { readonly person_id: string }

/** Lists the open emergencies in which a request claimed something about a visitor. */
export const listClaimsOnOpenRolls = (
  tx: Tx,
  { visitId, requestId }: { readonly visitId: string; readonly requestId: string },
) =>
  many(tx)<ClaimOnRoll>`
    select e.*, p.id as person_id from emergency_people p
      join emergencies e on e.id = p.emergency_id and e.all_clear_at is null
      join emergency_claims c on c.roll_entry_id = p.id and c.request_id = ${requestId}
    where p.visit_id = ${visitId} order by e.id`

/** `sought`: how many of the people are missing or need help. */
type VisitsOnRoll = EmergencyRow & { readonly person_ids: string[]; readonly sought: number }

/** Lists the open emergencies that have some of the visits on their roll, with these people. */
export const listVisitsOnOpenRolls = (tx: Tx, visitIds: readonly string[]) =>
  many(tx)<VisitsOnRoll>`
    select e.*, its.person_ids, its.sought from emergencies e join lateral (
      select array_agg(p.id) as person_ids, count(*) filter (where p.state in ('missing', 'help'))::int as sought from emergency_people p
      where p.emergency_id = e.id and p.visit_id = any(${[...visitIds]}::uuid[])) its on its.person_ids is not null
    where e.all_clear_at is null order by e.id`
