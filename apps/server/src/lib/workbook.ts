import { findDirection } from '@muster/domain/language.ts'
import writeExcelFile, { type CellObject, type Row } from 'write-excel-file/node'
import { render } from './texts/render.ts'
import type { Text } from './texts/text.ts'

type WorkbookSheet = {
  readonly name: Text
  readonly rows: readonly Row[]
  /** In characters. */
  readonly columns?: readonly { readonly width: number }[]
  readonly hasHeading?: boolean
}

/** Excel rejects longer sheet names, and these characters. */
const MAX_NAME_CHARS = 31
const forbiddenChars = /[[\]:*?/\\]/g

/** Writes a workbook in a language, with frozen headings. */
export const writeWorkbook = (language: string, sheets: readonly WorkbookSheet[]): Promise<Buffer> =>
  writeExcelFile(
    sheets.map(({ name, rows, columns, hasHeading }) => ({
      data: [...rows],
      ...(columns && { columns: [...columns] }),
      ...(hasHeading && { stickyRowsCount: 1 }),
      sheet: render(name, language).replace(forbiddenChars, '').slice(0, MAX_NAME_CHARS),
      rightToLeft: findDirection(language) === 'rtl',
    })),
  ).toBuffer()

/** Every cell is typed as text, number or date, so that none is evaluated as a formula. */
export function toCell(value: string | number | Date, style: Partial<CellObject> = {}): CellObject {
  if (value instanceof Date) return { ...style, type: Date, value }
  return typeof value === 'number' ? { ...style, type: Number, value } : { ...style, type: String, value }
}

export type TableWorkbook = {
  readonly language: string
  readonly title: string
  /** The first row is the heading. */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Writes a workbook of one table. */
export const toTableWorkbook = ({ language, title, rows }: TableWorkbook): Promise<Buffer> =>
  writeWorkbook(language, [
    {
      name: title,
      hasHeading: true,
      rows: rows.map((row, n) =>
        row.map(value => (value === null ? null : toCell(value, n === 0 ? { fontWeight: 'bold' } : {}))),
      ),
    },
  ])
