import { type CsvFile, maxCsvRows } from '@muster/contract/csv-file.ts'
import { exportRowsHeader } from '@muster/contract/presence-exports.ts'
import { formatCsv } from './csv.ts'
import { toFileTime } from './file-time.ts'
import { mediaTypes } from './media-types.ts'
import { render } from './texts/render.ts'
import type { Text } from './texts/text.ts'

const PAGE_SIZE = 2_000

/** Times are written in UTC. */
export type Cell = Text | number | Date | null
export type CsvColumn<Row> = readonly [label: Text, toCell: (row: Row) => Cell]

type Table<Row> = {
  readonly name: string
  readonly language: string
  readonly columns: readonly CsvColumn<Row>[]
}
type Page<Position> = { after: Position | undefined; limit: number }
type List<Row, Position> = Table<Row> & {
  readonly listPage: (page: Page<Position>) => Promise<readonly Row[]>
  readonly toPosition: (row: Row) => Position
  readonly maxRows?: number | undefined
}

/** Reads a list page by page into a CSV file, and returns the number of its rows. */
export async function exportCsv<Row, Position>({
  listPage,
  toPosition,
  maxRows = maxCsvRows,
  ...table
}: List<Row, Position>): Promise<{ file: CsvFile; rows: number }> {
  const lines: string[] = []
  let rows = 0
  let after: Position | undefined
  while (rows < maxRows) {
    const limit = Math.min(PAGE_SIZE, maxRows - rows)
    const page = await listPage({ after, limit })
    lines.push(formatRows(table, page))
    rows += page.length
    const lastRow = page.at(-1)
    if (page.length < limit || !lastRow) break
    after = toPosition(lastRow)
  }
  return { file: toCsvFile(table, lines, rows), rows }
}

/** `total`: the number of rows that match, of which the file may have fewer. */
export const toCsvFile = <Row>(
  { name, language, columns }: Table<Row>,
  lines: readonly string[],
  total: number,
): CsvFile => {
  const heading = renderCells(
    columns.map(([label]) => label),
    language,
  )
  return {
    headers: { [exportRowsHeader]: String(total) },
    body: new File([formatCsv([heading]), ...lines], name, { type: mediaTypes.csv }),
  }
}

export const formatRows = <Row>({ columns, language }: Table<Row>, rows: readonly Row[]): string =>
  formatCsv(
    rows.map(row =>
      renderCells(
        columns.map(([, toCell]) => toCell(row)),
        language,
      ),
    ),
  )

export const renderCells = (cells: readonly Cell[], language: string) =>
  cells.map(cell => {
    if (cell instanceof Date) return cell.toISOString()
    return cell === null || typeof cell === 'number' ? cell : render(cell, language)
  })

/** Returns a file name with the minute of the export in a time zone, such as `people-2026-11-27-04-30.csv`. */
export const toCsvFileName = (name: string, timeZone = 'UTC') =>
  `${name}-${toFileTime(Date.now(), timeZone)}.csv`
