import { zoneStatuses } from '@muster/domain/zone.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { countText } from './numbers.ts'
import { zoneShape } from './zone-shape.ts'
import { zone, zoneForm } from './zones.ts'

const { inZone } = callsTagged('zones')

/** The kinds of data that are deleted with a zone and counted. */
export const removedWithZone = [
  'points',
  'requests',
  'members',
  'groups',
  'broadcasts',
  'hazards',
  'states',
  'visits',
  'documents',
  'folders',
  'plans',
  'corrections',
  'objections',
  'holidays',
  'schedules',
  'recipients',
] as const

/** The number of rows of each kind that deleting a zone removes. Kinds without rows are omitted. */
export const zoneRemoval = z.object({
  zoneId: id,
  name: z.string(),
  removes: z
    .array(z.object({ what: z.enum(removedWithZone), count: z.int().min(1) }))
    .max(removedWithZone.length),
})
export type ZoneRemoval = z.infer<typeof zoneRemoval>

/** A version of a zone's shape, current or past; the geometry itself is fetched separately. */
const shapeVersion = z.object({
  version: z.int().min(1),
  boundary: z.enum(['rectangle', 'circle', 'polygon', 'multipolygon']),
  changedAt: instant,
  /** Null if the installation itself made the change, or if the person's account has been deleted. */
  changedBy: z.object({ id, name: z.string() }).nullable(),
})
export type ShapeVersion = z.infer<typeof shapeVersion>

/** The version number of a shape, as part of a path. */
const version = countText.min(1).max(2_147_483_647)

export const zoneChanges = {
  /** The shape is based on `shapeVersion`: fails with ZONE_REDRAWN if somebody else has changed it since. */
  update: inZone('PUT /zones/{zoneId}', 'update_zone', 'Change a zone')
    .input(
      zoneForm.omit({ shape: true }).extend({
        zoneId: id,
        redrawn: z.strictObject({ shape: zoneShape, shapeVersion: version }).optional(),
      }),
    )
    .output(zone)
    .errors(pick('ZONE_INVALID', 'ZONE_REDRAWN')),
  setStatus: inZone('PUT /zones/{zoneId}/status', 'update_zone_status', 'Change the status of a zone')
    .input(z.strictObject({ zoneId: id, status: z.enum(zoneStatuses) }))
    .output(zone)
    .errors(pick('ZONE_REQUEST_OPEN', 'ORGANISATION_SUSPENDED')),
  /** Counts what deleting the zone now would remove. */
  removal: inZone(
    'GET /zones/{zoneId}/removal',
    'preview_zone_removal',
    'Preview what deleting a zone removes',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(zoneRemoval),
  /** Deletes all that belongs to it, in one transaction. Returns the number of deleted rows of each kind. */
  remove: inZone('DELETE /zones/{zoneId}', 'delete_zone', 'Delete a zone permanently')
    .input(z.strictObject({ zoneId: id }))
    .output(zoneRemoval)
    .errors(pick('EMERGENCY_OPEN')),
  /** The latest 200, newest first, beginning with the current one. */
  shapes: inZone('GET /zones/{zoneId}/shapes', 'list_zone_shapes', 'List the shapes a zone has had')
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ shapes: z.array(shapeVersion).max(200) })),
  shape: inZone('GET /zones/{zoneId}/shapes/{version}', 'get_zone_shape', 'Read a former shape of a zone')
    .input(z.strictObject({ zoneId: id, version }))
    .output(z.object({ version: z.int(), shape: zoneShape }))
    .errors(pick('SHAPE_NOT_FOUND')),
  /** Makes an old shape the newest again, under a new version number. */
  restoreShape: inZone(
    'POST /zones/{zoneId}/shapes/{version}/restore',
    'restore_zone_shape',
    'Restore a former shape of a zone',
  )
    .input(z.strictObject({ zoneId: id, version }))
    .output(zone)
    .errors(pick('SHAPE_NOT_FOUND', 'ZONE_INVALID')),
}
