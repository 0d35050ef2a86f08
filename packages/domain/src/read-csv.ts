export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** A row of cells, and the line of the text on which it begins, counted from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/**
 * Parses comma-separated values (RFC 4180) and the variants that spreadsheets write: semicolons or tabs, any line ending, line
 * breaks and doubled quotes within quotes. An unclosed quote extends to the end. Skips rows without text, and stops after `max`
 * rows.
 */
export function readCsv(text: string, max = Number.POSITIVE_INFINITY): CsvRow[] {
  const plain = text.replace(/^\uFEFF/, '')
  const separator = detectSeparator(plain)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let rowStart = 1
  const endRow = () => {
    cells.push(cell)
    if (cells.some(it => it.trim() !== '')) rows.push({ line: rowStart, cells })
    cells = []
    cell = ''
    rowStart = line
  }
  for (let at = 0; at < plain.length && rows.length < max; at += 1) {
    const sign = plain.charAt(at)
    const isEnd = sign === '\n' || (sign === '\r' && plain.charAt(at + 1) !== '\n')
    if (isEnd) line += 1
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (plain.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (isEnd) endRow()
    else if (sign !== '\r') cell += sign
  }
  if (rows.length < max && (cell !== '' || cells.length > 0)) endRow()
  return rows
}

/** Returns the most frequent separator of the first line, outside quotes. */
function detectSeparator(text: string): Separator {
  const head = text.slice(0, 10_000).replace(/"[^"]*"/g, '')
  const [first = ''] = head.split(/[\r\n]/).filter(line => line.trim() !== '')
  const count = (separator: Separator) => first.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}
