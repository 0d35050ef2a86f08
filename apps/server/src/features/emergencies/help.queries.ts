import type { EmergencyHelper } from '@muster/contract/roll-person.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { PersonNameLookup } from '../../db/person-names.ts'
import { many, run } from '../../db/rows.ts'

export type HelperRow = {
  readonly roll_entry_id: string
  readonly user_id: string | null
  readonly going_at: Date | string
}

/** True for the row `h` of somebody who is going to the person `p`, who has needed help since before that. */
const isGoing = sql<boolean>`(h.released_at is null and p.state = 'help' and h.going_at >= p.state_at)`

/** Who is going to people on a roll, first the one who said so first. */
export const selectHelpers = (personIds: readonly string[]) => sql<HelperRow>`
  select h.roll_entry_id, h.user_id, h.going_at from emergency_helpers h join emergency_people p on p.id = h.roll_entry_id
  where h.roll_entry_id = any(${[...personIds]}::uuid[]) and ${isGoing} order by h.going_at, h.id`

/** Those who are going to a person, as the API shows them; nothing if there are none. */
export const helpersView = (
  rows: readonly HelperRow[],
  { names, userId }: { names: PersonNameLookup; userId: string },
): { helpers?: EmergencyHelper[] } =>
  rows.length === 0
    ? {}
    : {
        helpers: rows.slice(0, limits.emergencyHelpersMost).map(it => ({
          name: names(it.user_id).name,
          at: new Date(it.going_at).toISOString(),
          isMe: it.user_id === userId,
        })),
      }

/** The people of an emergency whom somebody may see: all of them, or those of some zones. */
type Seen = { readonly seesAll: boolean; readonly zoneIds: readonly string[]; readonly userId: string }

/** Returns the accounts of those for whom that is new, null for somebody without one. Index: emergency_people_listed. */
export const noteHelpSeen = (tx: Tx, emergencyId: string, { seesAll, zoneIds, userId }: Seen) =>
  many(tx)<{ user_id: string | null }>`
    with seen as (
      insert into emergency_help_views (roll_entry_id, user_id, zone_id, seen_at)
      select p.id, ${userId}::uuid, p.zone_id, clock_timestamp() from emergency_people p
      where p.emergency_id = ${emergencyId} and p.state = 'help' and p.user_id is distinct from ${userId}::uuid
        and (${seesAll} or p.zone_id = any(${[...zoneIds]}::uuid[]))
        and not exists (select from emergency_help_views v
          where v.roll_entry_id = p.id and v.user_id = ${userId}::uuid and v.seen_at >= p.state_at)
      order by p.id
      on conflict (roll_entry_id, user_id) do update set seen_at = excluded.seen_at
      returning roll_entry_id)
    select p.user_id from seen join emergency_people p on p.id = seen.roll_entry_id`

type Going = { readonly emergencyId: string; readonly personId: string; readonly userId: string }

/** Notes that somebody is going to a person who needs help; false if nothing changed. */
export async function insertHelper(tx: Tx, { emergencyId, personId, userId }: Going): Promise<boolean> {
  const changed = await run(tx)`
    insert into emergency_helpers (emergency_id, roll_entry_id, zone_id, user_id, going_at)
    select p.emergency_id, p.id, p.zone_id, ${userId}::uuid, greatest(clock_timestamp(), p.state_at) from emergency_people p
    where p.emergency_id = ${emergencyId} and p.id = ${personId} and p.state = 'help'
    on conflict (roll_entry_id, user_id) where released_at is null do nothing`
  return changed > 0
}

/** Notes that somebody is no longer going to a person, or was going to an earlier call for help only; false if nothing changed. */
export async function releaseHelper(
  tx: Tx,
  { emergencyId, personId, userId }: Going,
  onlyEarlier = false,
): Promise<boolean> {
  const changed = await run(tx)`
    update emergency_helpers h set released_at = greatest(clock_timestamp(), h.going_at) from emergency_people p
    where h.emergency_id = ${emergencyId} and h.roll_entry_id = ${personId} and h.user_id = ${userId}::uuid and h.released_at is null
      and p.id = h.roll_entry_id and (${!onlyEarlier} or not ${isGoing})`
  return changed > 0
}

export type HelperMoment = {
  readonly at: Date
  readonly what: 'help_taken' | 'help_released'
  readonly user_id: string | null
  readonly name: string
  readonly badge: string | null
}

/** Lists who went to people who needed help, and who no longer did before their need ended, in order of time. */
export const listHelperMoments = (tx: Tx, emergencyId: string, limit: number) =>
  many(tx)<HelperMoment>`
    select its.at, its.what, h.user_id, p.name, p.badge
    from emergency_helpers h join emergency_people p on p.id = h.roll_entry_id
      cross join lateral (values (h.going_at, 'help_taken'), (h.released_at, 'help_released')) its (at, what)
      join emergencies e on e.id = h.emergency_id
    where h.emergency_id = ${emergencyId} and its.at is not null and (e.all_clear_at is null or its.at <= e.all_clear_at)
    order by its.at, h.id limit ${limit}`

export type OwnHelpRow = {
  readonly emergency_id: string
  readonly alerted: number
  readonly seen_by: string[]
  readonly coming: string[]
  readonly captured_at: Date | null
  readonly accuracy_meters: number | null
}

/** Includes people alerted, responses, and the position that the board shows. Index: emergency_people_user. */
export async function listOwnHelp(tx: Tx, userId: string): Promise<OwnHelpRow[]> {
  const name = sql`trim(u.first_name || ' ' || u.last_name)`
  return many(tx)<OwnHelpRow>`
    select p.emergency_id, its.alerted,
      array(select ${name} from (
          select user_id, min(at) as at from (
            select v.user_id, v.seen_at as at from emergency_help_views v where v.roll_entry_id = p.id and v.seen_at >= p.state_at
            union all
            select a.user_id, a.updated_at from user_alerts a where a.user_id = any(its.readers)
              and a.source like 'emergency:%' and a.source = 'emergency:' || p.emergency_id || ':help:' || p.id) each group by user_id) seen
        join user_profiles u on u.id = seen.user_id order by seen.at limit 3) as seen_by,
      array(select ${name} from emergency_helpers h join user_profiles u on u.id = h.user_id
        where h.roll_entry_id = p.id and ${isGoing} order by h.going_at, h.id limit ${limits.emergencyHelpersMost}) as coming,
      place.captured_at, place.accuracy_meters
    from emergency_people p
      join emergencies e on e.id = p.emergency_id and e.all_clear_at is null
      cross join lateral (
        select count(*)::integer as alerted,
          coalesce(array_agg(a.user_id) filter (where a.is_read and a.updated_at > a.created_at
            and a.source = 'emergency:' || p.emergency_id || ':help:' || p.id), '{}') as readers
        from user_alerts a
        where a.source like 'emergency:%' and a.source collate "C" in (
          'emergency:' || p.emergency_id || ':help:' || p.id, 'emergency:' || p.emergency_id || ':helps:' || coalesce(p.zone_id::text, 'all'))
          and a.metadata ->> 'meaning' = 'help') its
      left join lateral (
        select t.captured_at, t.accuracy_meters from presence_tracking t
        where t.user_id = p.user_id and t.zone_id = p.zone_id and t.consent = 'given' and t.mock is not true and t.latitude is not null
        limit 1) place on true
    where p.user_id = ${userId} and p.state = 'help'`
}
