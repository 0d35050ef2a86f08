import { type CsvRow, readCsv } from './read-csv.ts'

/** A row as it is in the file, and its cells by column: empty if the file has no such column. */
export type TableRow<Column extends string> = CsvRow & { readonly read: (column: Column) => string }

export type Table<Column extends string> = {
  readonly heading: readonly string[]
  readonly has: (column: Column) => boolean
  readonly rows: readonly TableRow<Column>[]
  /** True if the file has more rows than `most`. */
  readonly tooMany: boolean
}

/** Column names are compared in lower case, without spaces and punctuation. */
export const toColumnName = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Strips the apostrophe that our own exports add, which keeps spreadsheets from running a cell as a formula. */
export const stripQuote = (text: string) => text.replace(/^'(?=[=+\-@＝＋－＠])/, '')

/** The first row names the columns, in any order, among any others. Undefined for an empty file. */
export function readTable<Column extends string>(
  text: string,
  names: Readonly<Record<Column, readonly string[]>>,
  most: number,
): Table<Column> | undefined {
  const [heading, ...rows] = readCsv(text, most + 2)
  if (!heading) return undefined
  const findIndex = (column: Column) =>
    heading.cells.findIndex(cell => names[column].includes(toColumnName(cell)))
  return {
    heading: heading.cells,
    has: column => findIndex(column) >= 0,
    rows: rows.slice(0, most).map(row => ({
      ...row,
      read: column => stripQuote((row.cells[findIndex(column)] ?? '').trim()).trim(),
    })),
    tooMany: rows.length > most,
  }
}
