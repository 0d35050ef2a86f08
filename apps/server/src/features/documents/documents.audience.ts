import { sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

/** Those who see the folder, or what lies beside the folders of the zone, but not the uploader. */
export const viewersOfFolder = (zoneId: string, folderId: string | null, uploadedBy: string): Audience =>
  sql<
    string[]
  >`array(select person from folder_audience(${zoneId}, ${folderId}) person where person <> ${uploadedBy})`

/** Those who are to read the document and have not confirmed its newest version. */
export const waitingReaders = (documentId: string): Audience => sql<string[]>`waiting_readers(${documentId})`
