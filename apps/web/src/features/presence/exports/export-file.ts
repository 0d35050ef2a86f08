import type { ExportCell, ExportFormat, ExportKind } from '@muster/contract/presence-exports.ts'
import { api } from '../../../lib/api.ts'

/** Rows of one sheet: it is put together in memory, and the page stands still while it is written. */
export const sheetMost = 50_000

export type ExportWish = {
  readonly zoneId: string
  readonly kind: ExportKind
  readonly format: ExportFormat
  readonly from?: string
  readonly to?: string
}
/** How many rows are there, and how many there will be. */
export type ExportProgress = { readonly rows: number; readonly total: number }
export type ExportedFile = ExportProgress & {
  readonly fileName: string
  readonly blob: Blob
  readonly cut: boolean
}

const mediaTypes = { csv: 'text/csv;charset=utf-8', geojson: 'application/geo+json' } as const

/**
 * Reads a file part after part and puts it together. `signal` ends it between two parts or within one; a sheet ends at
 * `sheetMost` rows and says so (`cut`).
 */
export async function exportFile(
  wish: ExportWish,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  const texts: Blob[] = []
  const cells: ExportCell[][] = []
  let rows = 0
  let total = 0
  let fileName = ''
  let cursor: string | undefined
  do {
    const part = await api.presence.exportRows({ ...wish, cursor }, { signal })
    signal.throwIfAborted()
    fileName ||= part.fileName
    total = part.total ?? total
    rows += part.rows
    // Not as text: the browser keeps what is in a blob outside of the page's memory, and on disk where it is much.
    if (part.text !== '') texts.push(new Blob([part.text]))
    cells.push(...part.cells)
    onProgress({ rows, total: Math.max(rows, total) })
    cursor = part.next ?? undefined
  } while (cursor !== undefined && !(wish.format === 'xlsx' && rows >= sheetMost))
  const done = { fileName, rows, total: Math.max(rows, total), cut: cursor !== undefined }
  if (wish.format === 'xlsx') {
    const { writeSheet } = await import('./write-sheet.ts')
    return { ...done, blob: await writeSheet(wish.kind === 'inside' ? 'Inside now' : 'Visits', cells) }
  }
  const parts =
    wish.format === 'geojson'
      ? [
          '{"type":"FeatureCollection","features":[',
          ...texts.flatMap((text, n): BlobPart[] => (n ? [',', text] : [text])),
          ']}',
        ]
      : texts
  return { ...done, blob: new Blob(parts, { type: mediaTypes[wish.format] }) }
}
