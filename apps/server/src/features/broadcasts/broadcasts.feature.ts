import type { FastifyInstance } from 'fastify'
import { write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { attachmentFolder, describeUpload, registerUploadDoor, type UploadDeps } from '../files/index.ts'
import { broadcastUploads } from './broadcast-files-door.ts'
import { broadcastsEvents } from './broadcasts.events.ts'
import { broadcastsPersonalData } from './broadcasts.personal-data.ts'
import { broadcastsProcedures } from './broadcasts.procedures.ts'
import { broadcastsSearches } from './broadcasts.search.ts'
import { recallUserBroadcasts, releaseDueBroadcasts } from './release-broadcasts.ts'
import { recordUnreachable } from './sending.queries.ts'

export const broadcastsFeature = {
  procedures: () => ({ broadcasts: broadcastsProcedures }),
  events: broadcastsEvents,
  doors: (app: FastifyInstance, deps: UploadDeps) => registerUploadDoor(app, deps, broadcastUploads),
  openapi: describeUpload(broadcastUploads),
  jobs: ({ db }: Platform) => [
    {
      name: 'due-broadcasts',
      cron: '* * * * *',
      async run(signal: AbortSignal) {
        const release = () =>
          db.asOwner('their time has come for everybody', tx => write(tx, releaseDueBroadcasts))
        while (!signal.aborted && (await release()) > 0);
      },
    },
    {
      name: 'unreachable-recipients',
      cron: '* * * * *',
      run: () => db.asOwner('who left is reached by nobody', recordUnreachable),
    },
  ],
  files: { 'broadcast-attachments': attachmentFolder },
  searches: broadcastsSearches,
  personalData: broadcastsPersonalData,
  beforeAccountDeletion: recallUserBroadcasts,
} satisfies Feature
