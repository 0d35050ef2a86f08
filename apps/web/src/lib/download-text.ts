import { downloadFrom } from './download-from.ts'

/** Hands a text to the browser as a file to keep. `type` is its media type. */
export function downloadText(fileName: string, text: string, type: string) {
  downloadBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Hands bytes to the browser as a file to keep. */
export function downloadBlob(fileName: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  downloadFrom(url, fileName)
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
