import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { many } from '../../../db/rows.ts'

/** Maximum zones and places that are counted apart. */
const maxRows = 200

/**
 * Selects the place where a safe person is: the newest one that was said with that they are safe. The roll's row has the alias or name
 * `person`. Index: emergency_claims_request.
 */
const placeOfPerson = (person: string): RawBuilder<string> => sql<string>`coalesce((
  select c.place from emergency_claims c
  where c.roll_entry_id = ${sql.ref(`${person}.id`)} and c.state = 'safe' and c.place <> ''
    and c.happened_at >= ${sql.ref(`${person}.state_at`)}
  order by c.happened_at desc, c.request_id desc limit 1), '')`

/** Matches people who are safe at the place; an empty place means that it is unknown. */
export const isSafeAt = (place: string): RawBuilder<boolean> =>
  sql<boolean>`(emergency_people.state = 'safe' and ${placeOfPerson('emergency_people')} = ${place})`

export type ZoneCountRow = {
  readonly zone_id: string | null
  readonly zone_name: string | null
  readonly help: number
  readonly missing: number
  readonly safe: number
}

/** Counts the people on a roll by zone, the zones with most people to look for first. Index: emergency_people_listed. */
export const countByZone = (tx: Tx, emergencyId: string) =>
  many(tx)<ZoneCountRow>`
    select p.zone_id, max(p.zone_name) as zone_name, count(*) filter (where p.state = 'help') as help,
      count(*) filter (where p.state = 'missing') as missing, count(*) filter (where p.state = 'safe') as safe
    from emergency_people p where p.emergency_id = ${emergencyId} and (p.counted or p.state = 'help')
    group by p.zone_id order by help desc, missing desc, zone_name, p.zone_id limit ${maxRows}`

/** Counts the people on a roll by company, the largest first. */
export const countByCompany = (tx: Tx, emergencyId: string) =>
  many(tx)<{ company: string; people: number }>`
    select company, count(*)::int as people from emergency_people
    where emergency_id = ${emergencyId} and company <> '' and (counted or state = 'help')
    group by company order by people desc, company limit ${maxRows}`

/** Counts the safe people by the place where they are, the unknown place last. Index: emergency_people_listed. */
export const countByPlace = (tx: Tx, emergencyId: string) =>
  many(tx)<{ place: string; safe: number }>`
    select place, count(*) as safe from (
      select ${placeOfPerson('p')} as place from emergency_people p
      where p.emergency_id = ${emergencyId} and p.counted and p.state = 'safe') safe_people
    group by place order by place = '', safe desc, place limit ${maxRows}`
