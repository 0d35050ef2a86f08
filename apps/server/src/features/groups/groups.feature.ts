import type { FastifyInstance } from 'fastify'
import { write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { attachmentFolder, describeUpload, registerUploadDoor, type UploadDeps } from '../files/index.ts'
import { alertUnreadMessages } from './alert-unread-messages.ts'
import { groupUploads } from './group-files-door.ts'
import { groupsEvents } from './groups.events.ts'
import { groupsPersonalData } from './groups.personal-data.ts'
import { groupsProcedures } from './groups.procedures.ts'
import { groupsSearches } from './groups.search.ts'
import { messagesProcedures } from './messages.procedures.ts'
import { announceRemovedReactions } from './react-to-message.ts'

export const groupsFeature = {
  procedures: (platform: Platform) => ({
    groups: groupsProcedures,
    groupMessages: messagesProcedures(platform),
  }),
  events: groupsEvents,
  doors: (app: FastifyInstance, deps: UploadDeps) => registerUploadDoor(app, deps, groupUploads),
  openapi: describeUpload(groupUploads),
  jobs: ({ db }: Platform) => [
    {
      name: 'unread-messages',
      cron: '* * * * *',
      run: () => db.asOwner('what was said concerns others', tx => write(tx, alertUnreadMessages)),
    },
  ],
  files: { 'group-files': attachmentFolder },
  searches: groupsSearches,
  personalData: groupsPersonalData,
  beforeAccountDeletion: announceRemovedReactions,
} satisfies Feature
