import type { Zone } from '@muster/contract/zones.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

const selectNames = (tx: Tx) =>
  tx
    .selectFrom('zones as z')
    .select(['z.id', 'z.name'])
    .select(eb => eb.ref('z.shape').$castTo<Zone['shape']>().as('shape'))
export type ZonePlaceRow = Awaited<ReturnType<typeof findZonesByName>>[number]

/** Only those visible to the actor. The earlier in the name the match, the higher the zone is listed. */
export function findZonesByName(tx: Tx, text: string, limit: number) {
  const search = text.toLowerCase()
  return selectNames(tx)
    .where(sql<boolean>`position(${search} in lower(z.name)) > 0`)
    .orderBy(sql`position(${search} in lower(z.name))`)
    .orderBy('z.name_order')
    .orderBy('z.id')
    .limit(limit)
    .execute()
}

/** Lists those of the given zones that are visible to the actor, ordered by name. */
export const listVisibleZones = (tx: Tx, zoneIds: readonly string[], limit: number) =>
  zoneIds.length === 0
    ? Promise.resolve([])
    : selectNames(tx)
        .where('z.id', 'in', [...zoneIds])
        .orderBy('z.name_order')
        .orderBy('z.id')
        .limit(limit)
        .execute()
