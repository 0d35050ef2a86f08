import { askForFile } from '../../lib/ask-for-file.ts'
import { keepBlob } from '../files/public.ts'
import type { Chosen } from './file-acts.ts'

/** Has the server pack the chosen folders and files into one archive, and keeps it. Rejects where it could not. */
export async function downloadZip(zoneId: string, chosen: Chosen): Promise<void> {
  const answer = await askForFile('/download/documents', { zoneId, ...chosen })
  keepBlob(await answer.blob(), 'files.zip')
}
