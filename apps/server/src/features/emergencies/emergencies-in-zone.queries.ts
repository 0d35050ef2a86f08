import type { MeetingPlace } from '@muster/contract/emergencies.ts'
import { type EmergencyKind, emergencyKinds } from '@muster/domain/emergency.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import { type EmergencyRow, messageIn, pointsIn } from './emergencies.queries.ts'
import { withKnownZones, zoneNamesIn } from './emergency-zones.queries.ts'

export type EmergencyInZone = EmergencyRow & {
  readonly zone_names: string[] | null
  readonly points: MeetingPlace[]
  /** The message in the language of the page. */
  readonly shown_message: string
}

type Filter = {
  /** For how many milliseconds after the all clear an emergency is listed. */
  readonly endedWithinMs: number
  /** Undefined for all. */
  readonly kinds?: readonly EmergencyKind[]
  readonly language?: string | undefined
  readonly limit: number
}

/**
 * Lists the emergencies of a zone, those of all zones included: open ones first, real ones before drills, then the newest. Indexes:
 * emergencies_open, emergencies_ended.
 */
export async function listEmergenciesIn(
  tx: Tx,
  zoneId: string,
  { endedWithinMs, kinds = emergencyKinds, language = sourceLanguage, limit }: Filter,
): Promise<EmergencyInZone[]> {
  const rows = await many(tx)<EmergencyInZone>`
    select e.*, ${zoneNamesIn(sql`${zoneId}::uuid`)} as zone_names, ${pointsIn(sql`${zoneId}::uuid`)} as points, ${messageIn(sql`${language}::text`)} as shown_message
    from emergencies e
    where (e.all_clear_at is null or e.all_clear_at > now() - ${endedWithinMs}::float8 * interval '1 ms')
      and (e.scope = 'all' or exists (select from emergency_zones z where z.emergency_id = e.id and z.zone_id = ${zoneId}))
      and e.kind = any(${[...kinds]}::text[])
      -- A drill says that nothing is over while a real emergency is open here, and one that was broken off never does.
      and not (e.all_clear_at is not null and (e.broken_off or e.drill and exists (
        select from emergencies r where r.all_clear_at is null and not r.drill and (r.scope = 'all' or exists (
          select from emergency_zones z where z.emergency_id = r.id and z.zone_id = ${zoneId})))))
    order by e.all_clear_at desc nulls first, e.drill, e.declared_at desc limit ${limit}`
  return rows.map(withKnownZones)
}
