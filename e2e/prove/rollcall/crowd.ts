import { type Account, addMembers, createAccounts, type RunSql } from './accounts.ts'
import type { Simulation } from './simulation.ts'

export type Crowd = {
  readonly zoneId: string
  readonly otherZoneId: string
  readonly admin: Account
  readonly captains: readonly Account[]
  /** The accounts of the simulated people by index; those added by hand have none. */
  readonly accounts: readonly Account[]
}

/** The assembly points, some 150 m and more from the zone and from each other. */
export const assemblyPoints = [
  { name: 'Gate 1', lat: 28.604, lng: 77.201, radiusMeters: 40 },
  { name: 'Gate 2', lat: 28.6065, lng: 77.201, radiusMeters: 40 },
  { name: 'Gate 3', lat: 28.604, lng: 77.205, radiusMeters: 40 },
]
/** A place inside the zone. */
export const insideZone = { lat: 28.601, lng: 77.201 }

/**
 * Fills the database with a zone, its captains, and the simulated people: those who are inside, seen a moment ago, and those who come
 * in later. Everybody has entered with the PIN.
 */
export async function createCrowd(sql: RunSql, simulation: Simulation, captains: number): Promise<Crowd> {
  const zones = await sql(
    `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
     values ('Long Quay', 'rectangle', 28.6, 77.2, 28.602, 77.202), ('Far Quay', 'rectangle', 28.7, 77.2, 28.702, 77.202)
     returning id`,
  )
  const [zoneId = '', otherZoneId = ''] = zones.map(it => String(it.id))
  const withAccount = simulation.people.filter(it => it.origin !== 'by hand')
  const accounts = await createAccounts(
    sql,
    withAccount.map(it => it.name),
    'app_user',
  )
  const captainAccounts = await createAccounts(
    sql,
    Array.from({ length: captains }, (_, n) => `Captain ${n}`),
    'app_user',
  )
  const [admin] = await createAccounts(sql, ['Admin Prove'], 'super_admin')
  if (!admin) throw new Error('The administrator was not created')
  await addMembers(sql, zoneId, accounts, 'app_user')
  await addMembers(sql, zoneId, captainAccounts, 'zone_manager_rw')
  const insideIds = accounts.filter((_, n) => withAccount[n]?.origin === 'inside').map(it => it.id)
  await sql(
    `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', latitude = $3, longitude = $4,
       captured_at = now() - interval '1 hour', accuracy_meters = 5, tracking_source = 'device', received_at = now()
     where user_id = any($1::uuid[]) and zone_id = $2`,
    [insideIds, zoneId, insideZone.lat, insideZone.lng],
  )
  return { zoneId, otherZoneId, admin, captains: captainAccounts, accounts }
}
