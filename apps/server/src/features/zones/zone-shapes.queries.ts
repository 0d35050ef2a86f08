import type { Zone } from '@muster/contract/zones.ts'
import type { Corners } from '@muster/domain/geo/box-around.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Sets the zone's shape. The version stays the same if the shape is unchanged. */
export async function storeShape(
  tx: Tx,
  zoneId: string,
  shape: ZoneShape,
  { start, end }: Corners,
): Promise<void> {
  const storedShape = JSON.stringify(shape)
  await tx
    .updateTable('zones')
    .set({
      ...{ shape: storedShape, start_lat: start.lat, start_lng: start.lng },
      ...{ end_lat: end.lat, end_lng: end.lng },
    })
    .where('id', '=', zoneId)
    .where('shape', '<>', storedShape)
    .execute()
}

/** Reads the version of the zone's shape, and locks the zone until the transaction ends. */
export const lockShapeVersion = (tx: Tx, zoneId: string) =>
  tx.selectFrom('zones').select('shape_version').where('id', '=', zoneId).forUpdate().executeTakeFirst()

/** Lists up to 200 former shapes of the zone, newest first, with the names of authors whom the actor may see. */
export const listShapes = (tx: Tx, zoneId: string) =>
  tx
    .selectFrom('zone_shapes as s')
    .leftJoin('user_profiles as u', 'u.id', 's.changed_by')
    .select(['s.version', 's.changed_at', 's.changed_by', 'u.first_name', 'u.last_name'])
    .select(sql<ZoneShape['boundary']>`s.shape ->> 'boundary'`.as('boundary'))
    .where('s.zone_id', '=', zoneId)
    .orderBy('s.version', 'desc')
    .limit(200)
    .execute()
export type ShapeRow = Awaited<ReturnType<typeof listShapes>>[number]

/** Reads one former shape; undefined if that version is not stored. */
export const findShape = (tx: Tx, zoneId: string, version: number) =>
  tx
    .selectFrom('zone_shapes')
    .select('version')
    .select(eb => eb.ref('shape').$castTo<Zone['shape']>().as('shape'))
    .where('zone_id', '=', zoneId)
    .where('version', '=', version)
    .executeTakeFirst()
