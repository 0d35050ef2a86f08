import type { Tx } from './database.ts'
import { oneOrNone } from './rows.ts'

/** Reads the time zone in which a zone's days begin and end. All zones, and a zone that is gone, have the installation's. */
export async function readTimeZone(tx: Tx, zoneId: string | null, installation: string): Promise<string> {
  const row = await oneOrNone(tx)<{ name: string }>`
    select zone_time_zone(${zoneId}::uuid, ${installation}) as name`
  return row?.name ?? installation
}
