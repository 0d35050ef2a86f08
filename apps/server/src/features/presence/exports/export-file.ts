import { msg } from '@lingui/core/runtime-macro'
import { type ExportFormat, maxSheetRows, type PresenceExport } from '@muster/contract/presence-exports.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { createConcurrencyLimit } from '../../../lib/concurrency-limit.ts'
import { formatCsv } from '../../../lib/csv.ts'
import { renderCells } from '../../../lib/csv-export.ts'
import { makeInThread } from '../../../lib/make-in-thread.ts'
import { render } from '../../../lib/texts/render.ts'
import type { Text } from '../../../lib/texts/text.ts'
import type { toTableWorkbook } from '../../../lib/workbook.ts'
import { createBusyError } from '../../../rpc/fail.ts'

/** A row of a file: its cells in the order of the columns, and its position. */
export type FileRow = {
  readonly cells: readonly (Text | number | null)[]
  readonly point: { readonly lat: number; readonly lng: number } | null
}

type RowPages = AsyncIterable<readonly FileRow[]>

/** Limits how many workbooks and PDFs this node builds at once, because each takes a thread and is held in memory. */
export const fileQueue = createConcurrencyLimit({
  running: 2,
  waiting: 100,
  createFullError: createBusyError,
})

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
  const heading = renderCells(columns, language)
  if (format === 'xlsx') {
    const title = render(kind === 'inside' ? msg`Inside now` : msg`Visits`, language)
    return yield await fileQueue.run('', async () => {
      const rows = [heading]
      for await (const page of pages) {
        rows.push(...page.map(({ cells }) => renderCells(cells, language)))
        if (rows.length > maxSheetRows) break
      }
      return makeInThread<typeof toTableWorkbook>(
        new URL('../../../lib/workbook.ts', import.meta.url),
        'toTableWorkbook',
        { language, title, rows: rows.slice(0, maxSheetRows + 1) },
      )
    })
  }
  yield formatCsv([heading])
  for await (const page of pages) yield formatCsv(page.map(({ cells }) => renderCells(cells, language)))
}

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
    properties: Object.fromEntries(
      renderCells(cells, sourceLanguage).map((cell, index) => [names[index], cell]),
    ),
    geometry: point && { type: 'Point', coordinates: [point.lng, point.lat] },
  })
