import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type { Tx } from '../../db/database.ts'
import { manyValues } from '../../db/rows.ts'

/** Lists the ids of zones visible to the actor, ordered by name; limited to `zoneIds` if given. */
export async function listZoneIds(
  tx: Tx,
  zoneIds: readonly string[] | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('zones')
    .select('id')
    .$if(zoneIds !== undefined, query => query.where('id', 'in', [...(zoneIds ?? [])]))
    .orderBy('name_order')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Reads the data of these zones for an export, ordered by name. */
export const selectZones = (tx: Tx, zoneIds: readonly string[]) =>
  tx
    .selectFrom('zones')
    .select(['name', 'description'])
    .select(eb => eb.ref('shape').$castTo<ZoneShape>().as('shape'))
    .where('id', 'in', [...zoneIds])
    .orderBy('name_order')
    .orderBy('id')
    .execute()

/** Returns those of the names that a zone visible to the actor has, regardless of case. */
export const listTakenNames = (tx: Tx, names: readonly string[]) =>
  manyValues(tx)<string>`
    select distinct name from unnest(${[...names]}::text[]) name
    where lower(name) in (select lower(z.name) from zones z)`
