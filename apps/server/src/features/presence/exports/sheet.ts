import type { toSheetOptions } from '../../../lib/sheet.ts'

export type ExportCell = string | number | null

/** The worker's input for a workbook. The first row is the heading. */
export type Sheet = ReturnType<typeof toSheetOptions> & { readonly rows: readonly (readonly ExportCell[])[] }
