import { escapeFormula } from '@muster/domain/escape-formula.ts'
import { stringify } from 'csv-stringify/sync'

/** RFC 4180. Text that a spreadsheet would execute as a formula gets a leading apostrophe; numbers stay unchanged. */
export function formatCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  // Escapes formulas here, because the library's own `escape_formulas` ignores cells that begin after a semicolon, and treats a
  // number as a formula.
  return stringify(
    rows.map(row => [...row]),
    { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]/, cast: { string: escapeFormula } },
  )
}
