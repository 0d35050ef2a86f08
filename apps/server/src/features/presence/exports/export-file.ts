import type { ExportCell, ExportFormat } from '@muster/contract/presence-exports.ts'
import { csvText } from '../../../lib/csv.ts'

/** A row of a file: its cells by the name of their column, and where it stands on the earth. */
export type FileRow = {
  readonly cells: Readonly<Record<string, ExportCell>>
  readonly point: { readonly lat: number; readonly lng: number } | null
}

/**
 * A part of a file. In CSV what a spreadsheet would run as a formula is disarmed; in a sheet every cell says that it is text or a
 * number, so that none is one.
 */
export function filePart(
  format: ExportFormat,
  columns: readonly string[],
  rows: readonly FileRow[],
  isFirst: boolean,
): { text: string; cells: ExportCell[][] } {
  if (format === 'geojson') return { text: rows.map(featureText).join(','), cells: [] }
  const cells = rows.map(row => columns.map(column => row.cells[column] ?? null))
  const all = isFirst ? [[...columns], ...cells] : cells
  return format === 'csv' ? { text: csvText(all), cells: [] } : { text: '', cells: all }
}

const featureText = ({ cells, point }: FileRow) =>
  JSON.stringify({
    type: 'Feature',
    properties: cells,
    geometry: point && { type: 'Point', coordinates: [point.lng, point.lat] },
  })
