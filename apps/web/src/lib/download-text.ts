import { downloadFrom } from './download-from.ts'

/** Offers a text as a file download. `type` is its media type. */
export function downloadText(fileName: string, text: string, type: string) {
  downloadBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}

export function downloadBlob(fileName: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  downloadFrom(url, fileName)
  // The browser reads the URL only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
