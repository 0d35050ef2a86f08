export type ExportCell = string | number | null

/** What the thread makes a workbook of. The first row is the heading. */
export type Sheet = { readonly name: string; readonly rows: readonly (readonly ExportCell[])[] }
