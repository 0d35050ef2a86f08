export type ExportCell = string | number | null

/** The worker's input for a workbook. The first row is the heading. */
export type Sheet = { readonly name: string; readonly rows: readonly (readonly ExportCell[])[] }
