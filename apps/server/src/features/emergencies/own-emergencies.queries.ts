import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type OwnAllClearRow = {
  readonly id: string
  readonly zone_name: string | null
  readonly drill: boolean
  readonly broken_off: boolean
  readonly all_clear_at: Date
  readonly needs_help: boolean
  readonly declarer: string | null
  readonly phone: string | null
}

/**
 * Lists the emergencies with the person on their roll that ended a short time ago; while a real one is open for them, no drill, because it
 * would say that it is over. Runs as the database owner. Index: emergencies_ended.
 */
export async function listOwnAllClears(tx: Tx, userId: string, limit: number): Promise<OwnAllClearRow[]> {
  const { rows } = await sql<OwnAllClearRow>`
    select e.id, e.zone_name, e.drill, e.broken_off, e.all_clear_at, p.state = 'help' as needs_help,
      trim(u.first_name || ' ' || u.last_name) as declarer, trim(u.phone) as phone
    from emergencies e
      join emergency_people p on p.emergency_id = e.id and p.user_id = ${userId}
      left join user_profiles u on u.id = e.declared_by
    where e.all_clear_at > now() - ${limits.allClearShownMs}::float8 * interval '1 ms'
      and not (e.drill and exists (select from emergency_people its join emergencies r on r.id = its.emergency_id
        where its.user_id = p.user_id and r.all_clear_at is null and not r.drill))
    order by e.all_clear_at desc, e.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Lists the open emergencies in zones of a member who is on none of their rolls, for example because no reading says that they are
 * inside. Runs as the database owner. Indexes: emergencies_open, emergency_zones_name.
 */
export async function listNearbyEmergencies(tx: Tx, userId: string, limit: number) {
  const { rows } = await sql<{ id: string; zoneName: string; drill: boolean }>`
    select e.id, min(z.zone_name) as "zoneName", e.drill
    from emergencies e
      join emergency_zones z on z.emergency_id = e.id
      join zone_assignments a on a.zone_id = z.zone_id and a.user_id = ${userId} and a.accepted_at is not null
    where e.all_clear_at is null
      and not exists (select from emergency_people p where p.emergency_id = e.id and p.user_id = ${userId})
    group by e.id order by e.drill, e.declared_at desc, e.id limit ${limit}`.execute(tx)
  return rows
}
