import { type CsvFile, maxCsvRows } from '@muster/contract/csv-file.ts'
import { exportRowsHeader } from '@muster/contract/presence-exports.ts'
import { formatCsv } from './csv.ts'
import { toFileTime } from './file-time.ts'
import { mediaTypes } from './media-types.ts'

const PAGE_SIZE = 2_000

type List<Row, Position> = {
  name: string
  header: readonly string[]
  listPage: (page: { after: Position | undefined; limit: number }) => Promise<readonly Row[]>
  toCells: (row: Row) => Parameters<typeof formatCsv>[0][number]
  toPosition: (row: Row) => Position
  maxRows?: number
}

/** Reads a list page by page into a CSV file, and returns the number of its rows. */
export async function exportCsv<Row, Position>({
  name,
  header,
  listPage,
  toCells,
  toPosition,
  maxRows = maxCsvRows,
}: List<Row, Position>): Promise<{ file: CsvFile; rows: number }> {
  const csvChunks = [formatCsv([header])]
  let rows = 0
  let after: Position | undefined
  while (rows < maxRows) {
    const limit = Math.min(PAGE_SIZE, maxRows - rows)
    const page = await listPage({ after, limit })
    csvChunks.push(formatCsv(page.map(toCells)))
    rows += page.length
    const lastRow = page.at(-1)
    if (page.length < limit || !lastRow) break
    after = toPosition(lastRow)
  }
  return { file: toCsvFile(name, csvChunks, rows), rows }
}

/** `rows`: the number of rows that match. */
export const toCsvFile = (name: string, chunks: string[], rows: number): CsvFile => ({
  headers: { [exportRowsHeader]: String(rows) },
  body: new File(chunks, name, { type: mediaTypes.csv }),
})

/** Returns a file name with the minute of the export in a time zone, such as `people-2026-11-27-04-30.csv`. */
export const toCsvFileName = (name: string, timeZone = 'UTC') =>
  `${name}-${toFileTime(Date.now(), timeZone)}.csv`
