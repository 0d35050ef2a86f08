import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** Reads the time zones of zones. All zones, and a zone that is gone, have the installation's. */
export async function loadTimeZones(
  tx: Tx,
  zoneIds: readonly (string | null)[],
  installation: string,
): Promise<(zoneId: string | null) => string> {
  const ids = zoneIds.filter(it => it !== null)
  if (ids.length === 0) return () => installation
  const { rows } = await sql<{ id: string; tz: string }>`
    select id, zone_time_zone(id, ${installation}) as tz from zones where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  const timeZones = new Map(rows.map(({ id, tz }) => [id, tz]))
  return zoneId => timeZones.get(zoneId ?? '') ?? installation
}

/** Returns the time zone of a zone, or the installation's for all zones. */
export const findTimeZone = async (tx: Tx, zoneId: string | null, installation: string): Promise<string> =>
  (await loadTimeZones(tx, [zoneId], installation))(zoneId)
