import { maxProblems } from '@muster/domain/geo/validate-shape.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id } from './ids.ts'
import { importReference } from './import-reference.ts'
import { text } from './texts.ts'
import { shapeProblem } from './zone-shape.ts'
import { organisationRefusals, zoneForm } from './zones.ts'

const { signedIn } = callsTagged('zones')

/** Maximum zones created per call; a larger file takes several calls. */
export const maxZonesAtOnce = 25

const maxZonesPerFile = 1_000

export const zoneFiles = {
  /** Parsed and shown by the client. Each zone has its own result; repeating a `requestId` creates no second one. */
  createMany: signedIn('POST /zones/import', 'import_zones', 'Create zones from a file')
    .input(
      z.strictObject({
        zones: z
          .array(zoneForm.extend({ requestId: id }))
          .min(1)
          .max(maxZonesAtOnce),
        /** The organisation of all these zones; required if the caller manages several. */
        organisationId: id.optional(),
        /** A note for the approvers, if the zones need approval. */
        note: text(limits.zoneRequestNoteLength).default(''),
        import: importReference.optional(),
      }),
    )
    .output(
      z.object({
        results: z
          .array(
            z.object({
              requestId: id,
              /** Null if no zone was created; `problems` lists the reasons. */
              zoneId: id.nullable(),
              /** True if the zone was created and is waiting for approval. */
              pending: z.boolean(),
              problems: z.array(shapeProblem).max(maxProblems),
            }),
          )
          .max(maxZonesAtOnce),
      }),
    )
    .errors(pick('REQUEST_ID_TAKEN', 'IMPORT_UNDONE', 'ZONES_FULL', ...organisationRefusals)),
  /** Compares with zones which the caller may see, in upper or lower case. */
  findNames: signedIn('POST /zones/import/names', 'find_zone_names', 'Find names that zones have already')
    .input(z.strictObject({ names: z.array(zoneForm.shape.name).min(1).max(maxZonesPerFile) }))
    .output(z.object({ taken: z.array(z.string()).max(maxZonesPerFile) })),
  /** By name, at most 1,000 zones and about 10 MB, as one import accepts. `more`: not all fitted. */
  export: signedIn('POST /zones/export', 'export_zones', 'Export zones as a file')
    .input(
      z.strictObject({
        format: z.enum(['geojson', 'kml']),
        /** Limits the export to these zones; all by default. */
        zoneIds: z.array(id).min(1).max(maxZonesPerFile).optional(),
      }),
    )
    .output(z.object({ fileName: z.string(), text: z.string(), zones: z.int(), more: z.boolean() })),
}
