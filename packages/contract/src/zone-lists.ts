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
   * Lists the filtered zones for a map, with their centres and occupancy, ordered by name. `more` is true if there are more zones
   * than one response holds. `bounds` is a box around the outlines of all the zones listed; null without zones. If its `west` is
   * greater than its `east`, it crosses the antimeridian. Internal admins only.
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
  /** Reads the shapes of the zones in view. Zones that do not exist are left out. Internal admins only. */
  mapShapes: signedIn('POST /zones/map/shapes', 'read_zone_shapes', 'Read the shapes of several zones')
    .input(z.strictObject({ zoneIds: z.array(id).min(1).max(limits.zoneShapesAtOnceMost) }))
    .output(
      z.object({ shapes: z.array(z.object({ id, shape: zoneShape })).max(limits.zoneShapesAtOnceMost) }),
    ),
  /**
   * Suspends or activates several zones in one transaction, with the effects of changing each alone: activating a requested zone
   * approves its request. Zones that cannot be changed are listed in `refused` and do not affect the others.
   */
  setStatusOfMany: signedIn('POST /zones/status', 'set_status_of_zones', 'Suspend or activate several zones')
    .input(z.strictObject({ zoneIds, status: z.enum(['active', 'suspended']) }))
    .output(zonesStatusResult)
    .errors(pick('ORGANISATION_PEOPLE_FULL')),
}
