import { downloadBlob } from '../../lib/download-text.ts'
import { requestFile } from '../../lib/request-file.ts'
import type { FileSelection } from './file-acts.ts'

/** Asks the server to pack the selected folders and files into an archive, and saves it. Rejects on failure. */
export async function downloadZip(zoneId: string, chosen: FileSelection): Promise<void> {
  const response = await requestFile('/download/documents', { zoneId, ...chosen })
  downloadBlob('files.zip', await response.blob())
}
