import { z } from 'zod'
import { id, instant } from './ids.ts'

export const exportKinds = ['inside', 'visits'] as const
export type ExportKind = (typeof exportKinds)[number]
/** `pdf` is the roll for printing, and only for the people inside. */
export const exportFormats = ['csv', 'xlsx', 'pdf', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Maximum rows in a workbook or PDF, which is built in memory. Other formats are unlimited. */
export const maxSheetRows = 50_000

/** The response header with the number of matching rows; a workbook or PDF may contain fewer. */
export const exportRowsHeader = 'muster-rows'

/** The input of `POST /download/presence`: the people inside a zone now, or the visits that began within a time span. */
export const presenceExport = z
  .strictObject({
    zoneId: id,
    kind: z.enum(exportKinds),
    format: z.enum(exportFormats),
    /** For visits: the earliest start, and the exclusive end of the time span. */
    from: instant.optional(),
    to: instant.optional(),
  })
  .refine(
    ({ kind, from, to }) => kind === 'inside' || (from && to && Date.parse(from) < Date.parse(to)),
    'Visits are exported from a time to a later one',
  )
  .refine(({ kind, format }) => kind === 'inside' || format !== 'pdf', 'Visits have no PDF')
export type PresenceExport = z.infer<typeof presenceExport>
