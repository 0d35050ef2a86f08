import { msg } from '@lingui/core/runtime-macro'
import { type ExportFormat, maxSheetRows, type PresenceExport } from '@muster/contract/presence-exports.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { formatCsv } from '../../../lib/csv.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'
import { toSheetOptions } from '../../../lib/sheet.ts'
import { render } from '../../../lib/texts/render.ts'
import type { Text } from '../../../lib/texts/text.ts'
import { fileQueue } from './file-queue.ts'
import type { ExportCell, Sheet } from './sheet.ts'

/** A row of a file: its cells in the order of the columns, and its position. */
export type FileRow = {
  readonly cells: readonly (Text | number | null)[]
  readonly point: { readonly lat: number; readonly lng: number } | null
}

type RowPages = AsyncIterable<readonly FileRow[]>

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json',
}

/**
 * One line per row or feature, so that the app can count progress; CSV escapes formulas, GeoJSON is English for programs. A workbook
 * cannot be streamed, so it has at most `maxSheetRows` rows.
 */
export async function* writeContent(
  {
    kind,
    format,
    language,
  }: {
    readonly kind: PresenceExport['kind']
    readonly format: Exclude<ExportFormat, 'pdf'>
    readonly language: string
  },
  columns: readonly Text[],
  pages: RowPages,
): AsyncGenerator<string | Buffer> {
  if (format === 'geojson') return yield* writeCollection(columns, pages)
  const heading = toCells(columns, language)
  if (format === 'xlsx') {
    const title = kind === 'inside' ? msg`Inside now` : msg`Visits`
    return yield await fileQueue.run('', async () => {
      const rows = [heading, ...(await readSheetRows(pages, language))]
      const sheet: Sheet = { ...toSheetOptions(language, title), rows }
      return makeInThread(new URL('./sheet-worker.ts', import.meta.url), sheet)
    })
  }
  yield formatCsv([heading])
  for await (const page of pages) yield formatCsv(page.map(({ cells }) => toCells(cells, language)))
}

async function readSheetRows(pages: RowPages, language: string): Promise<ExportCell[][]> {
  const rows: ExportCell[][] = []
  for await (const page of pages) {
    rows.push(...page.map(({ cells }) => toCells(cells, language)))
    if (rows.length >= maxSheetRows) break
  }
  return rows.slice(0, maxSheetRows)
}

const toCells = (cells: FileRow['cells'], language: string): ExportCell[] =>
  cells.map(cell => (cell === null || typeof cell === 'number' ? cell : render(cell, language)))

async function* writeCollection(columns: readonly Text[], pages: RowPages) {
  const names = columns.map(column => render(column, sourceLanguage))
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const page of pages)
    for (const row of page) {
      yield separator + toFeatureText(names, row)
      separator = ',\n'
    }
  yield '\n]}'
}

const toFeatureText = (names: readonly string[], { cells, point }: FileRow) =>
  JSON.stringify({
    type: 'Feature',
    properties: Object.fromEntries(toCells(cells, sourceLanguage).map((cell, index) => [names[index], cell])),
    geometry: point && { type: 'Point', coordinates: [point.lng, point.lat] },
  })
