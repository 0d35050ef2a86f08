import { mostProblems } from '@muster/domain/geo/validate-shape.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id } from './ids.ts'
import { text } from './texts.ts'
import { shapeProblem } from './zone-shape.ts'
import { organisationRefusals, zoneForm } from './zones.ts'

const { signedIn } = callsTagged('zones')

/** How many zones of a file are created with one call; a file of more takes several. */
export const mostZonesAtOnce = 25

export const zoneFiles = {
  /**
   * Creates the zones of a file, which the client has read and shown. Each is answered for itself: one that is none refuses
   * nothing but itself. Sending a zone again under its `requestId` makes no second one.
   */
  createMany: signedIn('POST /zones/import', 'import_zones', 'Create zones from a file')
    .input(
      z.strictObject({
        zones: z
          .array(zoneForm.extend({ requestId: id }))
          .min(1)
          .max(mostZonesAtOnce),
        /** Of all of them; needed by who looks after several. */
        organisationId: id.optional(),
        /** To those who decide, where the zones wait for approval. */
        note: text(limits.zoneRequestNoteLength).default(''),
      }),
    )
    .output(
      z.object({
        results: z
          .array(
            z.object({
              requestId: id,
              /** Null where none was made; `problems` then say why. */
              zoneId: id.nullable(),
              /** It was created, and waits for approval. */
              pending: z.boolean(),
              problems: z.array(shapeProblem).max(mostProblems),
            }),
          )
          .max(mostZonesAtOnce),
      }),
    )
    .errors(pick('REQUEST_ID_TAKEN', 'ZONES_FULL', ...organisationRefusals)),
  /**
   * The zones the caller may see as one file, by name, at most 1,000 and about 10 MB: as many as an import takes. `more`: not all
   * of them found room.
   */
  export: signedIn('POST /zones/export', 'export_zones', 'Export zones as a file')
    .input(
      z.strictObject({
        format: z.enum(['geojson', 'kml']),
        /** Only these; else all. */
        zoneIds: z.array(id).min(1).max(1_000).optional(),
      }),
    )
    .output(z.object({ fileName: z.string(), text: z.string(), zones: z.int(), more: z.boolean() })),
}
