// What spreadsheets take for the beginning of a formula (OWASP, CSV Injection), the full-width forms included.
const formula = /^[=+\-@\t\r\n＝＋－＠]/
// Half the world's spreadsheets separate by semicolons, and then ignore our quotes: a cell begins after each of these too.
const innerFormula = /([;\t\r\n][ "']*)(?=[=+\-@＝＋－＠])/g

/**
 * Rows as CSV text (RFC 4180): commas, CRLF after every row, cells with a separator, a quote or a line break in quotes.
 * What a spreadsheet would run as a formula is led by an apostrophe; numbers stand as they are.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = value.replace(innerFormula, `$1'`)
  const text = formula.test(harmless) ? `'${harmless}` : harmless
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
