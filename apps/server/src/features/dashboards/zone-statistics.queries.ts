import type { Tx } from '../../db/database.ts'
import { oneOrNone } from '../../db/rows.ts'

export type StatisticsRow = { inside: number; hazards: number; broadcasts: number; since: Date }

/** Reads a zone's figures, limited to what the actor may see. `timeZone` is the installation's. */
export const readZoneStatistics = (tx: Tx, zoneId: string, timeZone: string) =>
  oneOrNone(tx)<StatisticsRow>`
    select z.current_occupancy as inside, today.since,
      (select count(*)::int from hazards h where h.zone_id = z.id and h.status in ('open', 'in_progress')) as hazards,
      (select count(*)::int from broadcasts b
        where b.state = 'sent' and b.sent_at >= today.since and (b.zone_id = z.id or b.zone_id is null)) as broadcasts
    from zones z, zone_time_zone(z.id, ${timeZone}) as place,
      lateral (select date_trunc('day', now() at time zone place) at time zone place as since) today
    where z.id = ${zoneId}`
