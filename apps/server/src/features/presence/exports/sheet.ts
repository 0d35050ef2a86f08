import type { sheetIn } from '../../../lib/sheet.ts'

export type ExportCell = string | number | null

/** The worker's input for a workbook. The first row is the heading. */
export type Sheet = ReturnType<typeof sheetIn> & { readonly rows: readonly (readonly ExportCell[])[] }
