import type { ExportCell } from '@muster/contract/presence-exports.ts'
// Made to zip without a worker of its own by build/no-blob-workers.ts: the page's policy starts none that it did not serve.
import writeExcelFile from 'write-excel-file/universal'

/** Cells that say that they are text or a number: so none is run as a formula. The first row is the heading. */
export const sheetCells = (rows: readonly (readonly ExportCell[])[]) =>
  rows.map((row, n) =>
    row.map(value => {
      if (value === null) return null
      const cell = typeof value === 'number' ? { value, type: Number } : { value, type: String }
      return n === 0 ? { ...cell, fontWeight: 'bold' as const } : cell
    }),
  )

/** Rows as a sheet (XLSX). */
export function writeSheet(name: string, rows: readonly (readonly ExportCell[])[]): Promise<Blob> {
  return writeExcelFile(sheetCells(rows), { sheet: name, stickyRowsCount: 1 }).toBlob()
}
