import type { Readable } from 'node:stream'
import { msg } from '@lingui/core/runtime-macro'
import { formatCsv } from '../../../lib/csv.ts'
import type { StoredFile } from '../../../lib/file-storage.ts'
import { render } from '../../../lib/texts/render.ts'
import type { LocalValue, Text } from '../../../lib/texts/text.ts'
import { createZip, type ZipEntry } from '../../../lib/zip.ts'
import type { ListSource } from './list-source.ts'
import { excludedTables } from './personal-data.ts'
import type { ListRow } from './read-lists.queries.ts'

type ArchiveContents = {
  readonly userId: string
  /** The language of README.txt. The JSON and the CSV columns are the same in every language. */
  readonly language: string
  readonly at: Date
  readonly lists: readonly ListSource[]
  readonly photo: StoredFile | null
  /**
   * Called with the number of rows in each page written, for JSON and CSV alike. If it throws, the archive ends with that error.
   */
  readonly onRows: (rows: number) => void
}

/**
 * Creates the archive with all of a person's data: one JSON file with all lists, each list as CSV, and the photo. It is generated
 * page by page while it is read.
 */
export function createArchive(contents: ArchiveContents): Readable {
  const { userId, at, lists, photo, onRows } = contents
  const entries: ZipEntry[] = [
    { path: 'README.txt', read: () => streamText(createReadme(contents)) },
    { path: 'everything.json', read: () => writeJson(userId, at, lists, onRows) },
    ...lists.map(list => ({ path: `csv/${list.name}.csv`, read: () => writeCsv(list, onRows) })),
  ]
  if (photo) entries.push({ path: 'files/photo.webp', read: () => photo.read() })
  return createZip(entries, at)
}

async function* streamText(text: string) {
  yield text
}

async function* writeJson(
  userId: string,
  at: Date,
  lists: readonly ListSource[],
  onRows: ArchiveContents['onRows'],
) {
  yield `{\n"person": ${JSON.stringify(userId)},\n"made_at": ${JSON.stringify(at)}`
  for (const { name, pages } of lists) {
    yield `,\n${JSON.stringify(name)}: [`
    let isFirst = true
    for await (const rows of pages()) {
      yield (isFirst ? '\n' : ',\n') + rows.map(row => JSON.stringify(row)).join(',\n')
      isFirst = false
      onRows(rows.length)
    }
    yield isFirst ? ']' : '\n]'
  }
  yield '\n}\n'
}

async function* writeCsv({ heading, pages }: ListSource, onRows: ArchiveContents['onRows']) {
  yield formatCsv([heading])
  for await (const rows of pages()) {
    yield formatCsv(rows.map(row => heading.map(column => toCell(row[column]))))
    onRows(rows.length)
  }
}

function toCell(value: ListRow[string]): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  return JSON.stringify(value)
}

function createReadme({ at, lists, photo, language }: ArchiveContents): string {
  const lines: Text[] = [
    msg`Everything Muster stores about you, created at ${{ time: at.toISOString() }}. Times are in UTC, positions in degrees (WGS 84).`,
    '',
    msg`everything.json contains all lists. The csv folder contains each of them as a file for spreadsheets; cells that a spreadsheet would run as a formula start with an apostrophe.`,
    ...(photo ? [msg`files/photo.webp is your photo.`] : []),
    '',
    ...lists.map(({ name, says }) => describeTable(name, says)),
    '',
    msg`Not included: passwords, PINs and tokens, which are stored only as hashes; names and IDs of other people, except those who viewed your location; and these tables:`,
    ...Object.entries(excludedTables).map(([table, reason]) => describeTable(table, reason)),
    '',
  ]
  return lines.map(line => render(line, language)).join('\r\n')
}

/** Formats a line about a list or table, whose name is the same in every language. */
const describeTable =
  (name: string, text: Text): LocalValue =>
  language =>
    `${name}: ${render(text, language)}`
