import { type ShapeProblemCode, shapeProblemMessages } from '@muster/domain/geo/shape-problem.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { latLng } from './ids.ts'

const ring = z
  .array(latLng)
  .min(limits.polygonMinPoints, 'At least 3 coordinates are required to create a zone')
  .max(limits.zoneMaxVertices)

/** An outer ring, followed by the rings of its holes. */
const rings = z.array(ring).min(1).max(500)

const countCorners = (polygons: readonly (readonly (readonly unknown[])[])[]) =>
  polygons.flat().reduce((sum, points) => sum + points.length, 0)

/**
 * WGS 84 degrees: a box or circle by two corners, a ring, or polygons with holes; at most 2,000 points in all. The server fails with
 * ZONE_INVALID and the problems' positions.
 */
export const zoneShape = z.discriminatedUnion('boundary', [
  z.object({ boundary: z.literal('rectangle'), start: latLng, end: latLng }),
  z.object({ boundary: z.literal('circle'), start: latLng, end: latLng }),
  z.object({ boundary: z.literal('polygon'), points: ring }),
  z.object({
    boundary: z.literal('multipolygon'),
    polygons: z
      .array(rings)
      .min(1)
      .max(500)
      .refine(
        it => countCorners(it) <= limits.zoneMaxVertices,
        `A zone can have up to ${limits.zoneMaxVertices.toLocaleString('en')} points.`,
      )
      .describe(`All rings together have up to ${limits.zoneMaxVertices.toLocaleString('en')} points.`),
  }),
])

const problemCodes = Object.keys(shapeProblemMessages) as [ShapeProblemCode, ...ShapeProblemCode[]]

/** A reason why a shape is rejected, as a code and in English, and the position of the problem. */
export const shapeProblem = z.object({
  code: z.enum(problemCodes),
  message: z.string(),
  at: latLng.nullable(),
})
