export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** A row of cells, and the line of the text on which it begins, counted from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/**
 * RFC 4180, and semicolons or tabs, any line ending, quoted breaks. An unclosed quote runs to the end. Skips rows without text,
 * stops after `max`.
 */
export function readCsv(text: string, max = Number.POSITIVE_INFINITY): CsvRow[] {
  const content = text.replace(/^\uFEFF/, '')
  const separator = detectSeparator(content)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let rowStart = 1
  const endRow = () => {
    cells.push(cell)
    if (cells.some(it => it.trim() !== '')) rows.push({ line: rowStart, cells })
    cells = []
    cell = ''
    rowStart = line
  }
  for (let position = 0; position < content.length && rows.length < max; position += 1) {
    const character = content.charAt(position)
    const isLineEnd = character === '\n' || (character === '\r' && content.charAt(position + 1) !== '\n')
    if (isLineEnd) line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (content.charAt(position + 1) === '"') {
        cell += '"'
        position += 1
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (isLineEnd) endRow()
    else if (character !== '\r') cell += character
  }
  if (rows.length < max && (cell !== '' || cells.length > 0)) endRow()
  return rows
}

/** Returns the most frequent separator in the first line, outside quotes. */
function detectSeparator(text: string): Separator {
  const sample = text.slice(0, 10_000).replace(/"[^"]*"/g, '')
  const [firstLine = ''] = sample.split(/[\r\n]/).filter(line => line.trim() !== '')
  const countSeparators = (separator: Separator) => firstLine.split(separator).length
  return separators.reduce((best, candidate) =>
    countSeparators(candidate) > countSeparators(best) ? candidate : best,
  )
}
