import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** Returns the time zone of a zone, or the installation's for all zones. */
export async function findTimeZone(tx: Tx, zoneId: string | null, installation: string): Promise<string> {
  if (zoneId === null) return installation
  const { rows } = await sql<{
    tz: string
  }>`select zone_time_zone(id, ${installation}) as tz from zones where id = ${zoneId}`.execute(tx)
  return rows[0]?.tz ?? installation
}
