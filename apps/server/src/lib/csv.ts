// What spreadsheets take for the beginning of a formula (OWASP, CSV Injection), the full-width forms included.
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Rows as CSV text (RFC 4180): commas, CRLF after every row, cells with a comma, a quote or a line break in quotes.
 * A text that a spreadsheet would run as a formula is led by an apostrophe; numbers stand as they are.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
