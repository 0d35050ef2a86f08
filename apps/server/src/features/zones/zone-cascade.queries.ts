import type { ZoneRemoval } from '@muster/contract/zone-changes.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'
import type { DB } from '../../db/schema.generated.ts'
import type { Membership } from '../users/index.ts'

type ZoneTable = { [Table in keyof DB]: DB[Table] extends { zone_id: unknown } ? Table : never }[keyof DB]
type CascadeStep = {
  readonly what: ZoneRemoval['removes'][number]['what']
  readonly table: ZoneTable
}

/**
 * Counted, in the specification's order (part 2, section 7). Foreign keys delete the rest; readings go soon after (removed_owners).
 */
export const zoneCascade: readonly CascadeStep[] = [
  { what: 'points', table: 'zone_coordinates' },
  // Requests come before the memberships, whose deletion would remove them uncounted.
  { what: 'requests', table: 'location_tracking_requests' },
  { what: 'members', table: 'zone_assignments' },
  // Plans come before the groups, whose deletion would remove them uncounted.
  { what: 'plans', table: 'shift_plans' },
  { what: 'groups', table: 'groups' },
  { what: 'broadcasts', table: 'broadcasts' },
  { what: 'hazards', table: 'hazards' },
  { what: 'states', table: 'presence_tracking' },
  { what: 'visits', table: 'presence_history' },
  { what: 'corrections', table: 'attendance_corrections' },
  { what: 'objections', table: 'attendance_objections' },
  { what: 'holidays', table: 'zone_holidays' },
  { what: 'schedules', table: 'report_schedules' },
  { what: 'recipients', table: 'report_recipients' },
  { what: 'documents', table: 'documents' },
  { what: 'folders', table: 'folders' },
]

export async function countZoneRows(tx: Tx, { table }: CascadeStep, zoneId: string): Promise<number> {
  const row = await tx
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function deleteZoneRows(tx: Tx, { table }: CascadeStep, zoneId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom(table).where('zone_id', '=', zoneId).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteMembers(tx: Tx, zoneId: string): Promise<Membership[]> {
  const rows = await tx
    .deleteFrom('zone_assignments as a')
    .where('a.zone_id', '=', zoneId)
    .returning(sql<Membership>`membership_facts(a)`.as('membership'))
    .execute()
  return rows.map(({ membership }) => membership)
}

/** Locks the presence states in the zone in the same order as the check writer; returns how many there are. */
export async function lockStates(tx: Tx, zoneId: string): Promise<number> {
  const rows = await tx
    .selectFrom('presence_tracking')
    .select('user_id')
    .where('zone_id', '=', zoneId)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return rows.length
}

/**
 * Locks what deleting several zones locks, in the same order each time: open requests, states, zones. Checks and changes of status lock
 * in this order too.
 */
export async function lockZonesForDeletion(tx: Tx, zoneIds: readonly string[]): Promise<void> {
  const isOneOfThem = sql`= any (${[...zoneIds]}::uuid[])`
  await run(tx)`select from zone_requests where zone_id ${isOneOfThem} and status in ('pending', 'returned')
    order by zone_id for update`
  await run(tx)`
    select from presence_tracking where zone_id ${isOneOfThem} order by user_id, zone_id for update`
  await run(tx)`select from zones where id ${isOneOfThem} order by id for update`
}

/** Locks the zone against new rows that refer to it, and waits for transactions that write such rows. */
export async function lockZone(tx: Tx, zoneId: string): Promise<void> {
  await tx.selectFrom('zones').select('id').where('id', '=', zoneId).forUpdate().execute()
}

export async function deleteZoneRow(tx: Tx, zoneId: string): Promise<void> {
  await tx.deleteFrom('zones').where('id', '=', zoneId).execute()
}

/** Returns true if an emergency is open in the zone. Index: emergency_zones_zone. */
export async function hasOpenEmergency(tx: Tx, zoneId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('emergency_zones as z')
    .innerJoin('emergencies as e', 'e.id', 'z.emergency_id')
    .select('e.id')
    .where('z.zone_id', '=', zoneId)
    .where('e.all_clear_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
