import { formatCsv } from './csv.ts'
import { toFileTime } from './file-time.ts'

const MAX_ROWS = 50_000
const PAGE_SIZE = 2_000

type List<Row, Position> = {
  header: readonly string[]
  listPage: (page: { after: Position | undefined; limit: number }) => Promise<readonly Row[]>
  toCells: (row: Row) => Parameters<typeof formatCsv>[0][number]
  toPosition: (row: Row) => Position
}

/** Reads a list page by page and returns it as CSV, up to `MAX_ROWS` rows, with the number of rows. */
export async function exportCsv<Row, Position>({
  header,
  listPage,
  toCells,
  toPosition,
}: List<Row, Position>): Promise<{ csv: string; rows: number }> {
  const csvChunks = [formatCsv([header])]
  let rows = 0
  let after: Position | undefined
  while (rows < MAX_ROWS) {
    const page = await listPage({ after, limit: PAGE_SIZE })
    csvChunks.push(formatCsv(page.map(toCells)))
    rows += page.length
    const lastRow = page.at(-1)
    if (page.length < PAGE_SIZE || !lastRow) break
    after = toPosition(lastRow)
  }
  return { csv: csvChunks.join(''), rows }
}

/** Returns a file name with the minute of the export in a time zone, such as `people-2026-11-27-04-30.csv`. */
export const toCsvFileName = (name: string, timeZone = 'UTC') =>
  `${name}-${toFileTime(Date.now(), timeZone)}.csv`
