import { plural, t } from '@lingui/core/macro'
import { escapeFormula } from '@muster/domain/escape-formula.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { CsvRow } from '@muster/domain/read-csv.ts'

/** A row of a file. `line` identifies it: the line of a table, the index of a feature. */
export type ImportedRow = { readonly line: number; readonly name: string }

/** A file that was read in the browser, with the rows that cannot be imported. */
export type ImportFile<Row extends ImportedRow> = {
  readonly rows: readonly Row[]
  readonly skipped: readonly SkippedRow[]
  /** Writes skipped rows in the format of the file. */
  readonly format: (rows: readonly SkippedRow[], maxBytes?: number) => string
  /** True if the file has more rows than one import allows. */
  readonly tooMany?: boolean
}

/** The reason why a whole file is refused. */
export type Refused = { readonly problem: string }

/** A row that is not imported, and the reason. */
export type SkippedRow = {
  readonly line: number
  readonly name: string
  readonly why: string
  /** The position of the problem in a zone. */
  readonly at?: LatLng | null
}

/**
 * Returns a function that writes rows of a table as CSV: the file's own columns, then the line and the reason, which an import
 * ignores. Rows that do not fit into `maxBytes` are skipped, and a last row says how many.
 */
export function createCsvFormat({
  heading,
  rows,
}: {
  readonly heading: readonly string[]
  readonly rows: readonly CsvRow[]
}) {
  // A left-out file that is imported again has the last two columns already.
  const added = [t`Line`, t`Reason`]
  const columns = added.every((name, n) => heading.at(n - 2) === name) ? heading.slice(0, -2) : heading
  const format = (cells: readonly string[], ...more: readonly string[]) =>
    `${[...columns.map((_, index) => cells[index] ?? ''), ...more].map(quote).join(',')}\r\n`
  const cellsByLine = new Map(rows.map(({ line, cells }) => [line, cells]))
  return (skipped: readonly Pick<SkippedRow, 'line' | 'why'>[], maxBytes?: number): string =>
    [
      format(heading, ...added),
      ...takeFitting(
        skipped.map(({ line, why }) => format(cellsByLine.get(line) ?? [], String(line), why)),
        maxBytes,
        missing => format([], '', missing),
      ),
    ].join('')
}

const quote = (cell: string) => `"${escapeFormula(cell).replaceAll('"', '""')}"`

/** The same for features, as GeoJSON with the reason as a property. A last one without a shape says how many did not fit. */
export const createGeoJsonFormat =
  (features: readonly unknown[]) =>
  (skipped: readonly Pick<SkippedRow, 'line' | 'why'>[], maxBytes?: number): string => {
    const format = (feature: unknown, why: string) => {
      const { geometry = null, properties } = Object(feature) as {
        geometry?: unknown
        properties?: object | null
      }
      return JSON.stringify({ type: 'Feature', properties: { ...properties, reason: why }, geometry })
    }
    const parts = takeFitting(
      skipped.map(({ line, why }) => format(features[line], why)),
      maxBytes,
      missing => format(null, missing),
    )
    return `{"type":"FeatureCollection","features":[${parts.join(',\n')}]}`
  }

/** Returns the parts that fit, and one that says how many are missing. */
function takeFitting(
  parts: readonly string[],
  maxBytes: number | undefined,
  toNote: (text: string) => string,
): readonly string[] {
  if (maxBytes === undefined) return parts
  const encoder = new TextEncoder()
  const countBytes = (part: string) => encoder.encode(JSON.stringify(part)).length
  const formatNote = (missing: number) =>
    toNote(
      plural(missing, {
        one: '# more row was skipped, but didn’t fit into this file.',
        other: '# more rows were skipped, but didn’t fit into this file.',
      }),
    )
  let freeBytes = maxBytes - countBytes(formatNote(parts.length))
  const fitting = parts.filter(part => {
    const bytes = countBytes(part)
    if (bytes > freeBytes) return false
    freeBytes -= bytes
    return true
  })
  const missing = parts.length - fitting.length
  return missing === 0 ? parts : [...fitting, formatNote(missing)]
}

/** Maximum characters per batch, well below the maximum size of a request. */
const maxBatchCharacters = 400_000

/** Splits rows, in order, into batches that each fit into a request. */
export function toBatches<Row>(
  rows: readonly Row[],
  size: number,
  toSize: (row: Row) => number = () => 0,
): Row[][] {
  const batches: Row[][] = []
  let remainingCharacters = 0
  for (const row of rows) {
    const characters = toSize(row)
    const lastBatch = batches.at(-1)
    if (lastBatch && lastBatch.length < size && characters <= remainingCharacters) {
      lastBatch.push(row)
      remainingCharacters -= characters
    } else {
      batches.push([row])
      remainingCharacters = maxBatchCharacters - characters
    }
  }
  return batches
}
