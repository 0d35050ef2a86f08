import { z } from 'zod'
import { id, instant } from './ids.ts'

export const exportKinds = ['inside', 'visits'] as const
export type ExportKind = (typeof exportKinds)[number]
export const exportFormats = ['csv', 'xlsx', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Rows of one sheet, which is put together in memory; the other formats have no limit. */
export const sheetRowsMost = 50_000

/** The header that says how many rows there are; a sheet may have fewer. */
export const exportRowsHeader = 'muster-rows'

/** The people inside a zone now, or the visits that began in a time, as `POST /download/presence` sends them. */
export const presenceExport = z
  .strictObject({
    zoneId: id,
    kind: z.enum(exportKinds),
    format: z.enum(exportFormats),
    /** For visits: when they began, from and to before. */
    from: instant.optional(),
    to: instant.optional(),
  })
  .refine(
    ({ kind, from, to }) => kind === 'inside' || (from && to && Date.parse(from) < Date.parse(to)),
    'Visits are exported from a time to a later one',
  )
export type PresenceExport = z.infer<typeof presenceExport>
