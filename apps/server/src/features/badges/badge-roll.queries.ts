import { badgeGoneMs } from '@muster/domain/badge.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isCarriedByVisitor } from './carried-by-visitors.sql.ts'

/** The zones of an emergency; null for all. */
export type RollZones = readonly string[] | null

/**
 * Selects the people who are inside by badge, each once, with those not seen lately. `badge` is the number of people without an account,
 * who are known by it; a number that is assigned to nobody is the name too (`toRollName`). Visitors who carry a badge are on the roll
 * as visitors.
 */
export function selectBadgePeople(zoneIds: RollZones): RawBuilder<unknown> {
  return sql`
    select distinct on (coalesce(b.user_id::text, s.zone_id::text || s.number)) b.user_id, s.zone_id, z.name as zone_name, s.number,
      case when b.user_id is null then s.number end as badge, s.at,
      left(case when b.user_id is not null then trim(u.first_name || ' ' || u.last_name)
        when b.number is null then s.number
        when b.company = '' then b.holder else b.holder || ' (' || b.company || ')' end, 200) as name,
      left(case when b.user_id is not null then trim(u.last_name || ' ' || u.first_name)
        when b.number is null then s.number
        else regexp_replace(b.holder, '^(.*)\\s(\\S+)$', '\\2 \\1') end, 200) as sort_name,
      left(coalesce(nullif(b.phone, ''), trim(u.phone), ''), 40) as phone,
      c.user_id is null as counted, c.reason as uncounted_reason
    from badge_states s
      join zones z on z.id = s.zone_id
      left join badges b on b.zone_id = s.zone_id and b.number = s.number
      left join user_profiles u on u.id = b.user_id
      left join zone_uncounted_people c on c.user_id = b.user_id and c.zone_id = s.zone_id
    where s.direction = 'in' and s.dismissed_at is null and s.at > now() - ${badgeGoneMs}::float8 * interval '1 ms'
      and (${zoneIds === null} or s.zone_id = any(${[...(zoneIds ?? [])]}::uuid[]))
      and (b.user_id is not null or not ${isCarriedByVisitor({ zoneId: sql`s.zone_id`, number: sql`s.number`, at: sql`s.at` })})
    order by coalesce(b.user_id::text, s.zone_id::text || s.number), s.at desc, s.number`
}

/**
 * Counts the people whom an emergency would call because of their badge, and for no other reason, and apart those who do not
 * count. `called` selects the `user_id` of those who are called already. Runs as the database owner.
 */
export async function countBadgePeople(
  tx: Tx,
  zoneIds: RollZones,
  called: RawBuilder<unknown>,
): Promise<{ people: number; uncounted: number }> {
  const { rows } = await sql<{ people: number; uncounted: number }>`
    select count(*) filter (where it.counted)::integer as people,
      count(*) filter (where not it.counted)::integer as uncounted
    from (${selectBadgePeople(zoneIds)}) it
    where it.user_id is null or it.user_id not in (select c.user_id from (${called}) c)`.execute(tx)
  return rows[0] ?? { people: 0, uncounted: 0 }
}

/**
 * Adds people who are inside by badge to the roll of an emergency, unless they are on it already. Later additions need a reading of a
 * badge that was the person's when it arrived: assigning or unassigning a badge, or deleting an account, adds nobody. Returns their
 * accounts, null for somebody without one, and whether they count. Runs as the database owner.
 */
export async function addBadgePeople(
  tx: Tx,
  emergencyId: string,
  zoneIds: RollZones,
  { isLater }: { readonly isLater: boolean },
): Promise<{ user_id: string | null; counted: boolean }[]> {
  const { rows } = await sql<{ user_id: string | null; counted: boolean }>`
    insert into emergency_people (emergency_id, user_id, zone_id, zone_name, name, sort_name, phone, why, inside_since, seen_at, badge,
      counted, uncounted_reason)
    select ${emergencyId}::uuid, it.user_id, it.zone_id, left(it.zone_name, 200), it.name, it.sort_name, it.phone, 'badge', it.at, it.at,
      it.badge, it.counted, it.uncounted_reason
    from (${selectBadgePeople(zoneIds)}) it
    where (it.user_id is null or not exists (
        select from emergency_people p where p.emergency_id = ${emergencyId}::uuid and p.user_id = it.user_id))
      and (${!isLater} or exists (
        select from badge_events r where r.zone_id = it.zone_id and r.number = it.number and r.at = it.at and r.direction = 'in'
          and r.user_id is not distinct from it.user_id)
        and not exists (select from emergency_people p
          where p.emergency_id = ${emergencyId}::uuid and p.zone_id = it.zone_id and p.badge = it.number))
    order by it.sort_name, it.badge
    on conflict do nothing returning user_id, counted`.execute(tx)
  return rows
}

/**
 * Notes on the roll whose badge went out of a zone of the emergency since the emergency was declared, and removes the note if it came in
 * again. For people who are on the roll because of their badge, an out before the declaration that arrived late is noted too, and for
 * visitors an out since they signed in. That is no state: whoever left through a gate is out of the building, but nobody has seen them at
 * a meeting place. Returns how many rows changed. Runs as the database owner.
 */
export async function noteBadgeOuts(tx: Tx, emergencyId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update emergency_people p set badge_out_at = its.out_at, badge_out_reader = its.reader
    from (
      select distinct on (p.id) p.id, case when s.direction = 'out' then s.at end as out_at,
        case when s.direction = 'out' then s.reader end as reader
      from emergencies e join emergency_people p on p.emergency_id = e.id
        join badge_states s on s.at >= case p.why when 'badge' then least(e.declared_at, p.seen_at) when 'visitor' then p.inside_since
          else e.declared_at end and (
          p.badge is not null and s.zone_id = p.zone_id and s.number = p.badge
          or p.user_id is not null and exists (select from badges b
            where b.user_id = p.user_id and b.zone_id = s.zone_id and b.number = s.number)
            and (s.zone_id = p.zone_id or exists (
              select from emergency_zones z where z.emergency_id = e.id and z.zone_id = s.zone_id)))
      where e.id = ${emergencyId}::uuid and e.all_clear_at is null
      order by p.id, s.at desc, s.number) its
    where p.id = its.id and p.badge_out_at is distinct from its.out_at`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Stops counting people who are on the roll only by a number that was said to be no person, and counts them again once it is read again.
 * Returns how many rows changed. Runs as the database owner.
 */
export async function followDismissals(tx: Tx, emergencyId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update emergency_people p set counted = s.dismissed_at is null
    from emergencies e, badge_states s
    where e.id = ${emergencyId}::uuid and e.all_clear_at is null and p.emergency_id = e.id and p.badge is not null and p.why = 'badge'
      and s.zone_id = p.zone_id and s.number = p.badge and p.counted <> (s.dismissed_at is null)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
