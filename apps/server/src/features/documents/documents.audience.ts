import { sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

/** Everybody who can see the folder (null for files outside the zone's folders), except the uploader. */
export const viewersOfFolder = (zoneId: string, folderId: string | null, uploadedBy: string): Audience =>
  sql<
    string[]
  >`array(select person from folder_audience(${zoneId}, ${folderId}) person where person <> ${uploadedBy})`

/** Readers who have not confirmed the newest version of the document. */
export const waitingReaders = (documentId: string): Audience => sql<string[]>`waiting_readers(${documentId})`
