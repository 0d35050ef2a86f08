import type { FastifyInstance } from 'fastify'
import { type WriteContext, write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { searchList } from '../../platform/search.ts'
import { fail } from '../../rpc/fail.ts'
import {
  attachmentFolder,
  describeUpload,
  registerUploadDoor,
  type UploadDeps,
  type UploadPlace,
} from '../files/index.ts'
import { type PersonReviews, reviewDueAlert, reviewsDueAlert } from './documents.alerts.ts'
import { documentsEvents } from './documents.events.ts'
import { documentsOpenapi } from './documents.openapi.ts'
import { documentsPersonalData } from './documents.personal-data.ts'
import { documentsProcedures, toQuota } from './documents.procedures.ts'
import { listUploadZones, purgeDeleted, readUsage } from './documents.queries.ts'
import { markDueReviews } from './reviews.queries.ts'
import { registerZipDoor } from './zip-door.ts'

/** Permanently removes items whose retention in the bin has ended; returns their number. */
export async function removeDeleted({ tx, publish }: WriteContext): Promise<number> {
  const zoneIds = await purgeDeleted(tx)
  for (const zoneId of new Set(zoneIds)) publish(documentsEvents, { kind: 'documents.changed', zoneId })
  return zoneIds.length
}

const documentsSearches = {
  documents: searchList(
    async (lists, { text, zoneId, limit }) =>
      (await lists.documents.files({ zoneId, search: text, limit })).rows,
    ({ id, title, file, zoneId, zoneName, updatedAt }) => ({
      id,
      title,
      text: file.name === title ? '' : file.name,
      zone: { id: zoneId, name: zoneName },
      at: updatedAt,
    }),
  ),
  folders: searchList(
    async (lists, { text, zoneId, limit }) =>
      zoneId === undefined
        ? (await lists.documents.allFolders({ search: text, limit })).rows
        : (await lists.documents.folders({ zoneId, search: text })).folders,
    ({ id, name, description, zoneId, zoneName, createdAt }) => ({
      id,
      title: name,
      text: description ?? '',
      zone: { id: zoneId, name: zoneName },
      at: createdAt,
    }),
  ),
}

/** `quota` is the maximum number of bytes for the files of one zone; null for no limit. */
const documentUploads = (quota: number | null): UploadPlace => ({
  address: 'documents',
  toFolder: () => 'documents/',
  permission: 'upload_files',
  takes: 'documents',
  hazardId: () => null,
  async requireQuota(tx, { zone }) {
    if (quota !== null && (await readUsage(tx, zone.id)).used >= quota) throw fail('QUOTA_FULL')
  },
  openapi: {
    operationId: 'upload_document',
    summary: 'Upload a file for a folder',
    whoMayUpload:
      'From who may upload files in the zone. `create_document` names it; until then it is kept for a day. QUOTA_FULL where the files of the zone take all the space they may.',
  },
})

/** Reviews in one zone that a person is alerted about one by one; more become one alert. */
const MAX_SINGLE_ALERTS = 3

/**
 * Alerts the owners of documents about their reviews, once a week before and once on the day. The next run catches up after a
 * missed one, with one alert. Returns the number of documents.
 */
export async function alertDueReviews({ tx, alert }: WriteContext, defaultTimeZone: string): Promise<number> {
  const dueReviews = await markDueReviews(tx, defaultTimeZone)
  const reviewsByKey = new Map<string, PersonReviews>()
  for (const { zoneId, people } of dueReviews)
    for (const userId of people) {
      const key = `${userId}:${zoneId}`
      reviewsByKey.set(key, { userId, zoneId, count: (reviewsByKey.get(key)?.count ?? 0) + 1 })
    }
  const isSingle = (userId: string, zoneId: string) =>
    (reviewsByKey.get(`${userId}:${zoneId}`)?.count ?? 0) <= MAX_SINGLE_ALERTS
  for (const review of dueReviews) {
    const people = review.people.filter(userId => isSingle(userId, review.zoneId))
    if (people.length > 0) alert(reviewDueAlert({ ...review, people }))
  }
  const run = crypto.randomUUID()
  for (const reviews of reviewsByKey.values())
    if (!isSingle(reviews.userId, reviews.zoneId)) alert(reviewsDueAlert(reviews, run))
  return dueReviews.length
}

/** Announces a change in every zone whose files name a person, before the account is deleted, which removes the name. */
async function announceRemovedPerson({ tx, publish }: WriteContext, userId: string): Promise<void> {
  for (const zoneId of await listUploadZones(tx, userId))
    publish(documentsEvents, { kind: 'documents.changed', zoneId })
}

export const documentsFeature = {
  procedures: (platform: Platform) => ({ documents: documentsProcedures(platform) }),
  events: documentsEvents,
  doors(app: FastifyInstance, deps: UploadDeps & Platform) {
    registerUploadDoor(app, deps, documentUploads(toQuota(deps.env)))
    registerZipDoor(app, deps)
  },
  openapi: { ...describeUpload(documentUploads(null)), ...documentsOpenapi },
  jobs: ({ db, log, env }: Platform) => [
    {
      name: 'document-reviews',
      cron: '23 * * * *',
      run: () =>
        db.asOwner('reviews are due in every zone', tx =>
          write(tx, its => alertDueReviews(its, env.TIME_ZONE)),
        ),
    },
    {
      name: 'deleted-documents',
      cron: '17 3 * * *',
      async run() {
        const removedCount = await db.asOwner('what was deleted long ago goes for everybody', tx =>
          write(tx, removeDeleted),
        )
        if (removedCount > 0)
          log.info({ rows: removedCount }, 'Removed folders and files that were deleted long ago')
      },
    },
  ],
  files: { documents: attachmentFolder },
  searches: documentsSearches,
  personalData: documentsPersonalData,
  beforeAccountDeletion: announceRemovedPerson,
} satisfies Feature
