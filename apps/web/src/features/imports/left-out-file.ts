import { plural, t } from '@lingui/core/macro'
import type { ImportKind } from '@muster/contract/imports.ts'
import { escapeFormula } from '@muster/domain/escape-formula.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { CsvRow } from '@muster/domain/read-csv.ts'
import { downloadText } from '../../lib/download-text.ts'

/** The rows that an import left out, in the format of its file, so that they can be corrected and imported again. */
export type LeftOutFile = { readonly kind: ImportKind; readonly fileName: string; readonly text: string }

const formats: Readonly<Record<ImportKind, { ending: string; type: string }>> = {
  people: { ending: 'csv', type: 'text/csv' },
  zones: { ending: 'geojson', type: 'application/geo+json' },
  badges: { ending: 'csv', type: 'text/csv' },
}

/** Downloads the left-out rows of a file under its name. */
export function downloadLeftOut({ kind, fileName, text }: LeftOutFile) {
  const { ending, type } = formats[kind]
  downloadText(`${fileName.replace(/\.[^.]*$/, '')}-skipped.${ending}`, text, type)
}

/** Returns how many rows an import skipped and, if it is listed, where they are. */
export const skippedText = (count: number, isListed: boolean): string =>
  isListed
    ? plural(count, {
        one: '# row was skipped. You can download it under Imports.',
        other: '# rows were skipped. You can download them under Imports.',
      })
    : plural(count, { one: '# row skipped', other: '# rows skipped' })

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
