import type { InsideWith, PersonInside } from '@muster/contract/roll-person.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { isAmong } from '../../../db/is-among.ts'
import { toRollName } from '../roll-name.ts'

export type PersonInsideRow = {
  readonly id: string
  /** Null for a typed name. */
  readonly roll_entry_id: string | null
  readonly name: string
  readonly badge: string | null
  readonly phone: string
  readonly team_name: string
  readonly zone_name: string
  readonly confirmed_at: Date | string | null
}

/** By team, with last confirmations. With zones, as the owner and only theirs; without, row-level security decides. */
export const selectPeopleInside = (emergencyId: string, zoneIds?: readonly string[]) => sql<PersonInsideRow>`
  select t.id, t.roll_entry_id, coalesce(p.name, t.name) as name, p.badge, coalesce(p.phone, '') as phone, m.name as team_name,
    coalesce(z.zone_name, '') as zone_name,
    (select max(c.happened_at) from par_confirmations c where c.team_person_id = t.id) as confirmed_at
  from emergency_teams m join emergency_team_people t on t.team_id = m.id
    left join emergency_people p on p.id = t.roll_entry_id
    left join emergency_zones z on z.emergency_id = m.emergency_id and z.zone_id = m.zone_id
  where m.emergency_id = ${emergencyId} and m.ended_at is null
    and ${isAmong('m.zone_id', zoneIds)}
  order by m.started_at, m.id, t.position limit ${limits.teamsMost * limits.teamPeopleMost}`

export const listPeopleInside = async (tx: Tx, emergencyId: string, zoneIds?: readonly string[]) =>
  (await selectPeopleInside(emergencyId, zoneIds).execute(tx)).rows

/** What stands beside people of the roll who are inside with a team, by person; of two teams, the one that started last. */
export const toInsideByPerson = (rows: readonly PersonInsideRow[]): ReadonlyMap<string, InsideWith> =>
  new Map(rows.flatMap(row => (row.roll_entry_id === null ? [] : [[row.roll_entry_id, insideWithView(row)]])))

const insideWithView = ({ team_name, confirmed_at }: PersonInsideRow): InsideWith => ({
  team: team_name,
  confirmedAt: confirmed_at && new Date(confirmed_at).toISOString(),
})

export const personInsideView = (row: PersonInsideRow): PersonInside => ({
  ...insideWithView(row),
  id: row.id,
  name: toRollName(row),
  phone: row.phone,
  zoneName: row.zone_name,
})
