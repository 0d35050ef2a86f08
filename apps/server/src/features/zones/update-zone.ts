import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { shapeCorners } from '@muster/domain/geo/shape-bounds.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { requireShape } from './require-shape.ts'
import { findShape, lockShapeVersion, storeShape } from './zone-shapes.queries.ts'
import { requireZone, updateZoneFacts, type ZoneRow } from './zones.queries.ts'

export type ZoneChange = {
  readonly name: string
  readonly description: string
  readonly maxCapacity: number | null
  /** The new shape, and the shape version that the edit started from. */
  readonly redrawn?: { readonly shape: ZoneShape; readonly shapeVersion: number } | undefined
}

/**
 * `redrawn`: the shape; triggers archive the old one and publish. Throws ZONE_INVALID, and ZONE_REDRAWN if somebody else changed the
 * shape meanwhile, so that their edit is not overwritten.
 */
export async function updateZone(tx: Tx, zoneId: string, change: ZoneChange): Promise<ZoneRow> {
  const { redrawn } = change
  if (redrawn) {
    requireShape(redrawn.shape)
    const currentShape = await lockShapeVersion(tx, zoneId)
    if (currentShape?.shape_version !== redrawn.shapeVersion) throw fail('ZONE_REDRAWN')
    await storeShape(tx, zoneId, redrawn.shape, shapeCorners(redrawn.shape))
  }
  await updateZoneFacts(tx, zoneId, {
    name: change.name,
    description: change.description || null,
    maxCapacity: change.maxCapacity,
  })
  return requireZone(tx, zoneId)
}

/** Restores an old shape as a new version. Throws SHAPE_NOT_FOUND, and ZONE_INVALID if the current rules reject the shape. */
export async function restoreShape(tx: Tx, zoneId: string, version: number): Promise<ZoneRow> {
  const previousShape = await findShape(tx, zoneId, version)
  if (!previousShape) throw fail('SHAPE_NOT_FOUND')
  requireShape(previousShape.shape)
  await storeShape(tx, zoneId, previousShape.shape, shapeCorners(previousShape.shape))
  return requireZone(tx, zoneId)
}
