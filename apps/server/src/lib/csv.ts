import { stringify } from 'csv-stringify/sync'

// Spreadsheets treat these characters as the beginning of a formula (OWASP, CSV Injection), including the full-width forms.
const formulaStartPattern = /^[=+\-@\t\r\n＝＋－＠]/
// Many locales separate cells with semicolons. Spreadsheets then ignore our quotes, so that a cell also begins after each of these
// characters.
const innerFormulaPattern = /([;\t\r\n][ "']*)(?=[=+\-@＝＋－＠])/g

/**
 * Returns rows as CSV text (RFC 4180): commas, CRLF after every row, quotes around cells with a separator, a quote or a line break.
 * Text that a spreadsheet would execute as a formula gets a leading apostrophe; numbers stay unchanged.
 */
export function formatCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return stringify(
    rows.map(row => [...row]),
    { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]/, cast: { string: escapeFormula } },
  )
}

// Escapes formulas here, because the library's own `escape_formulas` ignores cells that begin after a semicolon, and treats a
// number as a formula.
function escapeFormula(text: string): string {
  const escapedInner = text.replace(innerFormulaPattern, `$1'`)
  return formulaStartPattern.test(escapedInner) ? `'${escapedInner}` : escapedInner
}
