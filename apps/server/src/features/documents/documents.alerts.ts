import { msg, plural } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { localDay } from '../../lib/texts/local-day.ts'
import type { Alert, Audience } from '../../live/write.ts'

/** Everybody who can see the folder (null for files outside the zone's folders), except the uploader. */
const viewersOfFolder = (zoneId: string, folderId: string | null, uploadedBy: string): Audience =>
  sql<
    string[]
  >`array(select person from folder_audience(${zoneId}, ${folderId}) person where person <> ${uploadedBy})`

/** Readers who have not confirmed the newest version of the document. */
const waitingReaders = (documentId: string): Audience => sql<string[]>`waiting_readers(${documentId})`

/** Time (ms) within which new files in one folder raise only one alert. */
const GROUPING_MS = 10 * 60_000

type AlertedDocument = {
  readonly id: string
  readonly zoneId: string
  readonly folderId: string | null
  readonly title: string
}

const createAlert = (
  { id, zoneId, folderId }: AlertedDocument,
  details: Pick<Alert, 'to' | 'title' | 'text' | 'source'>,
): Alert => ({
  type: 'document_upload',
  zoneId,
  about: { documentId: id, ...(folderId && { folderId }) },
  ...details,
})

/** Creates the alert about a new file; `folderName` is undefined for a file outside the zone's folders. */
export function documentAddedAlert(
  document: AlertedDocument & { readonly uploadedBy: string },
  folderName: string | undefined,
): Alert {
  const { zoneId, folderId, title, uploadedBy } = document
  return createAlert(document, {
    to: viewersOfFolder(zoneId, folderId, uploadedBy),
    title: msg`New document: ${{ title }}`,
    text: folderName === undefined ? msg`In the zone’s files` : msg`In the folder ${{ folder: folderName }}`,
    source: `documents:${folderId ?? zoneId}:${Math.floor(Date.now() / GROUPING_MS)}`,
  })
}

/**
 * Creates the alert that asks readers who have not confirmed the newest version to read it. The source of a reminder includes its
 * time, so that each reminder creates a new alert.
 */
export function readingRequestedAlert(
  document: AlertedDocument & { readonly version: number },
  remindedAt?: Date,
): Alert {
  const { id, title, version } = document
  return createAlert(document, {
    to: waitingReaders(id),
    title: remindedAt ? msg`Reminder, please read: ${{ title }}` : msg`Please read: ${{ title }}`,
    text: msg`Confirm in Files & Folders that you have read it.`,
    source: `reading:${id}:${version}:${Math.round((remindedAt?.getTime() ?? 0) / 1000)}`,
  })
}

/** Creates the alert about a review that is due within a week, or on the day itself. */
export const reviewDueAlert = (
  document: AlertedDocument & {
    readonly dueOn: string
    readonly stage: 'soon' | 'due'
    readonly people: readonly string[]
  },
): Alert => {
  const { id, title, dueOn, stage, people } = document
  return createAlert(document, {
    to: people,
    title: stage === 'due' ? msg`Review now: ${{ title }}` : msg`Review soon: ${{ title }}`,
    text: msg`Review this document by ${{ day: localDay(dueOn) }}. When you have, choose Reviewed.`,
    source: `review:${id}:${dueOn}:${stage}`,
  })
}

/** The number of documents in a zone that a person should review. */
export type PersonReviews = { readonly userId: string; readonly zoneId: string; readonly count: number }

/** Creates the one alert about many reviews in a zone. `run` identifies the run of the job. */
export const reviewsDueAlert = ({ userId, zoneId, count }: PersonReviews, run: string): Alert => ({
  type: 'document_upload',
  zoneId,
  about: {},
  to: [userId],
  title: msg`${plural({ count }, { one: '# document is', other: '# documents are' })} due for review`,
  text: msg`Choose “Due for review” in Files & Folders to see them.`,
  source: `reviews:${zoneId}:${run}`,
})
