import { Worker } from 'node:worker_threads'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportFormat } from '@muster/domain/report.ts'

export type RenderOrder = { readonly document: ReportDocument; readonly format: ReportFormat }
/** Says how much of a file is made, 0 to 100. */
export type TellPercent = (percent: number) => void
/** What the thread says: how far it is, and in the end the file. */
export type Rendered = number | Uint8Array

/** The file of a report. Made on a thread of its own, which ends with it, so that nobody else of this node waits. */
export async function renderReport(
  document: ReportDocument,
  format: ReportFormat,
  signal?: AbortSignal,
  onProgress?: TellPercent,
): Promise<Buffer> {
  signal?.throwIfAborted()
  const workerData: RenderOrder = { document, format }
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const content = await new Promise<Uint8Array>((resolve, reject) => {
      worker.on('message', (it: Rendered) => (typeof it === 'number' ? onProgress?.(it) : resolve(it)))
      worker.once('error', reject)
      worker.once('exit', () => reject(signal?.reason ?? new Error('The file was not made')))
    })
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

export const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}
