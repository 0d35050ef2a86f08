import { type PersonState, type RollGroup, type RollSort, rollReasons } from '@muster/domain/emergency.ts'
import { groupsByReason } from '@muster/domain/roll-order.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import type { PageOf } from '../../rpc/paging.ts'
import { isSafeAt } from './board/places.queries.ts'
import { unknownSection } from './board/roll-counts.queries.ts'
import { mayMarkIn } from './emergency-zones.queries.ts'
import { rollSearchText } from './roll-name.ts'

/** What all readers of a roll read of its people; each of them adds what only they may see. */
export const selectPeople = (tx: Tx, emergencyId: string) =>
  tx
    .selectFrom('emergency_people')
    .select(['id', 'user_id', 'name', 'badge', 'sort_name', 'phone', 'note', 'why', 'zone_id', 'zone_name'])
    .select(['inside_since', 'seen_at', 'accuracy_meters', 'state', 'state_at', 'disputed'])
    .select(['counted', 'uncounted_reason', 'seen_outside_at', 'badge_out_at', 'badge_out_reader'])
    .select(['answer', 'answered_at', 'section'])
    .where('emergency_id', '=', emergencyId)

/** What the person needs to leave. Row-level security shows it to those who account for the zone. */
const needs = sql<
  string | null
>`(select n.note from evacuation_notes n where n.user_id = emergency_people.user_id)`

/** True for people who count: all but those on the zone's list of exceptions, who count when they need help. */
const isCounted = sql<boolean>`(counted or state = 'help')`

/** True if the person has said something: a neutral answer, or that they were safe before somebody marked them as missing again. */
const hasAnswered = sql<boolean>`(own_state is not null)`

export type PersonCursor = {
  readonly section: number
  /** The value by which the list is sorted within a section, besides the name. */
  readonly key: string
  readonly name: string
  readonly id: string
}
type PeopleInput = Omit<CallInput<'emergencies', 'people'>, 'emergencyId' | 'cursor' | 'limit'>
type PeopleFilter = Pick<PeopleInput, 'listed'> & Partial<PeopleInput>

/**
 * When the person was seen last: by the newest reading in their zone until the all clear, or when they came in. Row-level security leaves
 * out readings that the actor may not see.
 */
const lastSeenAt = sql<Date | null>`greatest(coalesce(seen_at, inside_since), (
  select t.captured_at from presence_tracking t where t.user_id = emergency_people.user_id and t.zone_id = emergency_people.zone_id
    and t.mock is not true and t.captured_at <= coalesce(
      (select e.all_clear_at from emergencies e where e.id = emergency_people.emergency_id), 'infinity')))`

/** The order within a section, before surname and id. A reading that arrives between two pages moves its person on, so nobody is skipped. */
const sortKeys: Readonly<Record<RollSort, RawBuilder<unknown>>> = {
  name: sql`''::text`,
  unseen: sql`coalesce(${lastSeenAt}, 'epoch')`,
  zone: sql`coalesce(zone_name, '')`,
}

const listReasons = (group: RollGroup) => rollReasons.filter(it => groupsByReason[it] === group)

/** In sections: names on the site, called but not known there, badges of nobody. Index: emergency_people_listed. */
export function listPeople(
  tx: Tx,
  emergencyId: string,
  { state, listed, search, zoneId, place, answered, group, company, personId, sort = 'name' }: PeopleFilter,
  { after, limit }: PageOf<PersonCursor>,
) {
  const sortKey = sortKeys[sort]
  const mayLocate = sql<boolean>`(zone_id in (select actor_zones_with('track_live_locations')))`
  let query = selectPeople(tx, emergencyId)
    .select([
      lastSeenAt.as('last_seen_at'),
      // As text, because a Date would lose microseconds of a time.
      sql<string>`${sort === 'unseen' ? sql`wire_time(${sortKey})` : sortKey}`.as('sort_key'),
      sql<RollSort>`${sort}::text`.as('sort'),
      sql<string | null>`case when ${mayMarkIn('zone_id')} and exists (
        select from emergencies e where e.id = emergency_people.emergency_id and e.all_clear_at is null) then ${needs} end`.as(
        'needs',
      ),
      sql<boolean>`coalesce(${mayMarkIn('zone_id')}, false)`.as('may_mark'),
      sql<number | null>`case when ${mayLocate} then latitude end`.as('latitude'),
      sql<number | null>`case when ${mayLocate} then longitude end`.as('longitude'),
    ])
    .limit(limit)
  if (personId) return query.where('id', '=', personId).execute()
  query = query.where(listed === 'counted' ? isCounted : sql<boolean>`not ${isCounted}`).orderBy('section')
  if (sort !== 'name') query = query.orderBy(sortKey)
  query = query.orderBy('sort_name').orderBy('id')
  // As a literal, because a parameter does not match the condition of the index.
  if (state) query = query.where('state', '=', sql.lit(state))
  if (zoneId) query = query.where('zone_id', '=', zoneId)
  if (answered) query = query.where(answered === 'yes' ? hasAnswered : sql<boolean>`not ${hasAnswered}`)
  if (place !== undefined) query = query.where(isSafeAt(place))
  if (group) query = query.where('why', 'in', listReasons(group))
  if (company !== undefined) query = query.where('company', '=', company)
  for (const word of (search ?? '').split(/\s+/).filter(Boolean))
    query = query.where(
      sql<boolean>`${rollSearchText('emergency_people')} ilike ${`%${escapeLikePattern(word)}%`}::text`,
    )
  if (after) {
    const { section, key, name, id } = after
    query = query.where(
      sort === 'name'
        ? sql<boolean>`(section, sort_name, id) > (${section}::smallint, ${name}, ${id}::uuid)`
        : sql<boolean>`(section, ${sortKey}, sort_name, id) > (
            ${section}::smallint, ${sort === 'unseen' ? sql`${key}::timestamptz` : sql`${key}::text`}, ${name}, ${id}::uuid)`,
    )
  }
  return query.execute()
}
/** What is known of a person before an emergency too. */
export type PersonFacts = Pick<PersonRow, 'user_id' | 'name' | 'badge' | 'phone' | 'note' | 'why'> &
  Pick<PersonRow, 'inside_since' | 'seen_at' | 'accuracy_meters'>

/** Everything after the columns of `selectPeople` is left out for those who may not see it. */
export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['execute']>>[number] &
  Partial<Awaited<ReturnType<typeof listPeople>>[number]>

/**
 * Need help, missing, then the others, by surname with unknown badges last, so that a phone's list is cut where nobody looks.
 * Without those who do not count.
 */
export const listPeopleInZones = (
  tx: Tx,
  emergencyId: string,
  { zoneIds, limit }: { readonly zoneIds: readonly string[]; readonly limit: number },
) =>
  selectPeople(tx, emergencyId)
    .select([needs.as('needs'), sql<number>`count(*) over ()`.as('total')])
    .where('zone_id', 'in', zoneIds)
    .where(isCounted)
    .orderBy(sql`state <> 'help'`)
    .orderBy(sql`state <> 'missing'`)
    .orderBy(sql`section = ${sql.lit(unknownSection)}`)
    .orderBy('sort_name')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Those who need help, then the missing. */
export async function listSought(
  tx: Tx,
  emergencyId: string,
  { search, limit }: { readonly search?: string | undefined; readonly limit: number },
): Promise<PersonRow[]> {
  const listIn = (state: PersonState) =>
    listPeople(tx, emergencyId, { state, search, listed: 'counted' }, { after: undefined, limit })
  // The missing are read first, so that somebody who calls for help between the two reads is in at least one of them.
  const missing = await listIn('missing')
  const help = await listIn('help')
  const helpIds = new Set(help.map(it => it.id))
  return [...help, ...missing.filter(it => !helpIds.has(it.id))]
}
