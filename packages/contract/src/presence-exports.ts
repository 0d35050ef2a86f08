import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { cursor } from './paging.ts'

const { inZone } = callsTagged('presence')

export const exportKinds = ['inside', 'visits'] as const
export type ExportKind = (typeof exportKinds)[number]
export const exportFormats = ['csv', 'xlsx', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Rows of one answer. */
export const exportPageMost = 2_000

const cell = z.union([z.string(), z.number(), z.null()])

export const presenceExports = {
  /**
   * Exports the people inside a zone now, or the visits that began in a time, as a file: a part of it, and where the next one begins. Parts are
   * put one after the other: CSV (RFC 4180, the heading in the first), the rows of a sheet, or the features of a GeoJSON
   * collection with commas between. Points are for who may track live locations. That somebody took it is noted in the security log.
   */
  exportRows: inZone(
    'GET /zones/{zoneId}/presence/export',
    'export_zone_presence',
    'Export who is inside a zone, or its visits',
  )
    .input(
      z
        .strictObject({
          zoneId: id,
          kind: z.enum(exportKinds),
          format: z.enum(exportFormats),
          /** For visits: when they began, from and to before. */
          from: instant.optional(),
          to: instant.optional(),
          cursor: cursor.optional(),
        })
        .refine(
          ({ kind, from, to }) => kind === 'inside' || (from && to && Date.parse(from) < Date.parse(to)),
          'Visits are exported from a time to a later one',
        ),
    )
    .output(
      z.object({
        fileName: z.string(),
        /** CSV and GeoJSON. */
        text: z.string(),
        /** XLSX: the heading first, in the first part. */
        cells: z.array(z.array(cell).max(20)).max(exportPageMost + 1),
        rows: z.int(),
        /** Count over all parts, made with the first; null in those after it. */
        total: z.int().nullable(),
        next: cursor.nullable(),
      }),
    )
    .errors(pick('CURSOR_INVALID')),
}
export type ExportCell = z.infer<typeof cell>
