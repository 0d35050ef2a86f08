import { exportRowsHeader, maxSheetRows, type PresenceExport } from '@muster/contract/presence-exports.ts'
import { readFileName, requestFile } from '../../../lib/request-file.ts'

/** The number of rows received so far, and the total. */
export type ExportProgress = { readonly rows: number; readonly total: number }
export type ExportedFile = ExportProgress & { readonly fileName: string; readonly blob: Blob }

const lineFeed = 10

/**
 * Downloads an export. Text formats have one row per line, so progress is reported by counting lines. For a workbook or PDF, no
 * progress is reported, and `rows` is at most `maxSheetRows`.
 */
export async function exportFile(
  request: PresenceExport,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  const response = await requestFile('/download/presence', request, signal)
  const total = Number(response.headers.get(exportRowsHeader))
  const fileName = readFileName(response, request.kind)
  // The first line is not a row: it is the heading, or the start of the collection.
  let lineCount = -1
  const lineCounter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const byte of chunk) if (byte === lineFeed) lineCount++
      onProgress({ rows: Math.min(Math.max(lineCount, 0), total), total })
      controller.enqueue(chunk)
    },
  })
  onProgress({ rows: 0, total })
  const isMadeWhole = request.format === 'xlsx' || request.format === 'pdf'
  const body = isMadeWhole ? response.body : response.body?.pipeThrough(lineCounter)
  const blob = await new Response(body, { headers: response.headers }).blob()
  return { fileName, blob, total, rows: isMadeWhole ? Math.min(total, maxSheetRows) : total }
}
