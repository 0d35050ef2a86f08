import { type ExportFormat, type PresenceExport, sheetRowsMost } from '@muster/contract/presence-exports.ts'
import { csvText } from '../../../lib/csv.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'
import type { ExportCell, Sheet } from './sheet.ts'

/** A row of a file: its cells by column name, and its position. */
export type FileRow = {
  readonly cells: Readonly<Record<string, ExportCell>>
  readonly point: { readonly lat: number; readonly lng: number } | null
}

type Pages = AsyncIterable<readonly FileRow[]>

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json',
}

/**
 * Yields the content of a file, one line per row or feature, which is how the app counts its progress. Formulas in CSV are disarmed. A
 * workbook cannot be streamed, so it holds at most `sheetRowsMost` rows.
 */
export async function* writeContent(
  { kind, format }: Pick<PresenceExport, 'kind' | 'format'>,
  columns: readonly string[],
  pages: Pages,
): AsyncGenerator<string | Buffer> {
  if (format === 'geojson') return yield* writeCollection(pages)
  if (format === 'xlsx') {
    const rows: (readonly ExportCell[])[] = [columns]
    for await (const page of pages) {
      rows.push(...page.map(row => toCells(columns, row)))
      if (rows.length > sheetRowsMost) break
    }
    const sheet: Sheet = {
      name: kind === 'inside' ? 'Inside now' : 'Visits',
      rows: rows.slice(0, sheetRowsMost + 1),
    }
    return yield await makeInThread(new URL('./sheet-worker.ts', import.meta.url), sheet)
  }
  yield csvText([columns])
  for await (const page of pages) yield csvText(page.map(row => toCells(columns, row)))
}

const toCells = (columns: readonly string[], { cells }: FileRow) =>
  columns.map(column => cells[column] ?? null)

async function* writeCollection(pages: Pages) {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const page of pages)
    for (const row of page) {
      yield separator + featureText(row)
      separator = ',\n'
    }
  yield '\n]}'
}

const featureText = ({ cells, point }: FileRow) =>
  JSON.stringify({
    type: 'Feature',
    properties: cells,
    geometry: point && { type: 'Point', coordinates: [point.lng, point.lat] },
  })
