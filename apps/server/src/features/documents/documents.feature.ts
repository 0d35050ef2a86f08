import type { FastifyInstance } from 'fastify'
import { type WriteContext, write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { attachmentFolder, describeUpload, registerUploadDoor, type UploadDeps } from '../files/index.ts'
import { alertDueReviews } from './alert-due-reviews.ts'
import { documentUploads } from './document-files-door.ts'
import { documentsEvents } from './documents.events.ts'
import { documentsOpenapi } from './documents.openapi.ts'
import { documentsPersonalData } from './documents.personal-data.ts'
import { documentsProcedures, toQuota } from './documents.procedures.ts'
import { listUploadZones } from './documents.queries.ts'
import { documentsSearches } from './documents.search.ts'
import { removeDeleted } from './remove-deleted.ts'
import { registerZipDoor } from './zip-door.ts'

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
