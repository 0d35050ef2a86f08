import { exportRowsHeader, type PresenceExport, sheetRowsMost } from '@muster/contract/presence-exports.ts'
import { askForFile } from '../../../lib/ask-for-file.ts'

/** How many rows have come, and how many there are. */
export type ExportProgress = { readonly rows: number; readonly total: number }
export type ExportedFile = ExportProgress & { readonly fileName: string; readonly blob: Blob }

const lineEnd = 10

/**
 * Fetches a file, and counts its rows while they come: a line each, but for a workbook, which comes at once and ends at `sheetRowsMost`
 * rows. `signal` ends it.
 */
export async function exportFile(
  wish: PresenceExport,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  const answer = await askForFile('/download/presence', wish, signal)
  const total = Number(answer.headers.get(exportRowsHeader))
  const [, fileName = wish.kind] =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  // Before the first row comes the heading, or the beginning of a collection.
  let lines = -1
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      for (const byte of chunk) if (byte === lineEnd) lines++
      onProgress({ rows: Math.min(Math.max(lines, 0), total), total })
      out.enqueue(chunk)
    },
  })
  onProgress({ rows: 0, total })
  const body = wish.format === 'xlsx' ? answer.body : answer.body?.pipeThrough(counted)
  const blob = await new Response(body, { headers: answer.headers }).blob()
  return { fileName, blob, total, rows: wish.format === 'xlsx' ? Math.min(total, sheetRowsMost) : total }
}
