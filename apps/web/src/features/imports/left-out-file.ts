import { t } from '@lingui/core/macro'
import type { ImportKind } from '@muster/contract/imports.ts'
import { escapeFormula } from '@muster/domain/escape-formula.ts'
import { limits } from '@muster/domain/limits.ts'
import { downloadText } from '../../lib/download-text.ts'

/** The rows that an import left out, in the format of its file, so that they can be corrected and imported again. */
export type LeftOutFile = { readonly kind: ImportKind; readonly fileName: string; readonly text: string }

const formats: Readonly<Record<ImportKind, { ending: string; type: string }>> = {
  people: { ending: 'csv', type: 'text/csv' },
  zones: { ending: 'geojson', type: 'application/geo+json' },
}

/** Downloads the left-out rows of a file under its name. */
export function downloadLeftOut({ kind, fileName, text }: LeftOutFile) {
  const { ending, type } = formats[kind]
  downloadText(`${fileName.replace(/\.[^.]*$/, '')}-left-out.${ending}`, text, type)
}

export type LeftOutRow = {
  readonly line: number
  readonly cells: readonly string[]
  /** The reason. */
  readonly why: string
}

/** Returns the rows as CSV: the file's own columns, then the line and the reason, which an import ignores. */
export function formatLeftOutRows(heading: readonly string[], rows: readonly LeftOutRow[]): string {
  // A left-out file that is imported again has the last two columns already.
  const own = [t`Line`, t`Reason`]
  const columns = heading.flatMap((name, index) => (own.includes(name) ? [] : [index]))
  const format = (cells: readonly string[], ...more: readonly string[]) =>
    `${[...columns.map(index => cells[index] ?? ''), ...more].map(quote).join(',')}\r\n`
  return takeFitting([
    format(heading, ...own),
    ...rows.map(({ cells, line, why }) => format(cells, String(line), why)),
  ]).join('')
}

const quote = (cell: string) => `"${escapeFormula(cell).replaceAll('"', '""')}"`

/** Returns features as GeoJSON, as they are in the file, with the reason as a property, which an import ignores. */
export function formatLeftOutFeatures(features: readonly { feature: unknown; why: string }[]): string {
  const parts = features.map(({ feature, why }) => {
    const { geometry = null, properties } = Object(feature) as {
      geometry?: unknown
      properties?: object | null
    }
    return JSON.stringify({ type: 'Feature', properties: { ...properties, reason: why }, geometry })
  })
  return `{"type":"FeatureCollection","features":[${takeFitting(parts).join(',\n')}]}`
}

/** Returns as many parts, from the first on, as fit into the request that hands them in. */
function takeFitting(parts: readonly string[]): readonly string[] {
  const encoder = new TextEncoder()
  let bytes = 0
  const end = parts.findIndex(part => {
    bytes += encoder.encode(JSON.stringify(part)).length
    return bytes > limits.importLeftOutMaxBytes
  })
  return end < 0 ? parts : parts.slice(0, end)
}
