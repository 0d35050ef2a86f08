import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, latLng } from './ids.ts'
import { undoSteps } from './undo-steps.ts'
import { zoneShape } from './zone-shape.ts'
import { zone, zoneFilter } from './zones.ts'

const { signedIn } = callsTagged('zones')

/** A zone on the map of all zones. `center` is the centre of the shape's bounding box. */
export const mapZone = zone
  .pick({
    id: true,
    name: true,
    status: true,
    maxCapacity: true,
    currentOccupancy: true,
    parts: true,
    unseenOccupancy: true,
  })
  .extend({ center: latLng })
export type MapZone = z.infer<typeof mapZone>

/** Ids of zones that are changed together, each named once. */
export const zoneIds = z
  .array(id)
  .min(1)
  .max(limits.zonesChangedAtOnceMost)
  .refine(ids => new Set(ids).size === ids.length, 'Each zone can be named only once')
  .describe('Each zone only once.')

/**
 * The result of changing several zones: how many were changed or were so already, which could not be, and what restores the changed
 * ones. An approved request is not restored.
 */
const manyZonesResult = <To extends z.ZodType>(to: To) =>
  z.object({
    undo: undoSteps(to, limits.zonesChangedAtOnceMost),
    changed: z.int(),
    unchanged: z.int(),
    refused: z
      .array(z.object({ zoneId: id, reason: z.enum(['gone', 'open_request', 'organisation_suspended']) }))
      .max(limits.zonesChangedAtOnceMost),
  })
export const zonesStatusResult = manyZonesResult(z.enum(['active', 'suspended']))
export type ZonesStatusResult = z.infer<typeof zonesStatusResult>
/** `to` is the id of an organisation. */
export const zonesMovedResult = manyZonesResult(id)
export type ZonesMovedResult = z.infer<typeof zonesMovedResult>

export const zoneLists = {
  /**
   * By name. `more`: beyond one response. `bounds` is around all listed outlines, null without; `west` over `east` crosses the
   * antimeridian. Internal admins only.
   */
  map: signedIn('GET /zones/map', 'list_zones_on_map', 'List all zones for a map')
    .input(zoneFilter)
    .output(
      z.object({
        zones: z.array(mapZone).max(limits.zonesOnMapMost),
        more: z.boolean(),
        bounds: z
          .object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() })
          .nullable(),
      }),
    ),
  /** Leaves out zones that do not exist. Internal admins only. */
  mapShapes: signedIn('POST /zones/map/shapes', 'read_zone_shapes', 'Read the shapes of several zones')
    .input(z.strictObject({ zoneIds: z.array(id).min(1).max(limits.zoneShapesAtOnceMost) }))
    .output(
      z.object({ shapes: z.array(z.object({ id, shape: zoneShape })).max(limits.zoneShapesAtOnceMost) }),
    ),
  /** In one transaction; activating a requested zone approves it. Zones that cannot be changed are in `refused`. */
  setStatusOfMany: signedIn('POST /zones/status', 'set_status_of_zones', 'Suspend or activate several zones')
    .input(z.strictObject({ zoneIds, status: z.enum(['active', 'suspended']) }))
    .output(zonesStatusResult)
    .errors(pick('ORGANISATION_PEOPLE_FULL')),
}
