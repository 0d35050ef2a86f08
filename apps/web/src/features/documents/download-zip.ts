import { askForFile } from '../../lib/ask-for-file.ts'
import { downloadBlob } from '../../lib/download-text.ts'
import type { Chosen } from './file-acts.ts'

/** Has the server pack the chosen folders and files into one archive, and keeps it. Rejects where it could not. */
export async function downloadZip(zoneId: string, chosen: Chosen): Promise<void> {
  const answer = await askForFile('/download/documents', { zoneId, ...chosen })
  downloadBlob('files.zip', await answer.blob())
}
