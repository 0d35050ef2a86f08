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

/** Opens a file in a tab, where it can be printed. Without a tab, as in the native app, it is downloaded. */
export function openBlob(fileName: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  if (!window.open(url, '_blank')) downloadFrom(url, fileName)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
