import { msg } from '@lingui/core/runtime-macro'
import type { FastifyInstance } from 'fastify'
import { write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { searchList } from '../../platform/search.ts'
import {
  attachmentFolder,
  describeUpload,
  registerUploadDoor,
  type UploadDeps,
  type UploadPlace,
} from '../files/index.ts'
import { broadcastsEvents } from './broadcasts.events.ts'
import { broadcastsProcedures } from './broadcasts.procedures.ts'
import { recallUserBroadcasts, releaseDueBroadcasts } from './release-broadcasts.ts'
import { recordUnreachable } from './sending.queries.ts'

const broadcastsSearches = {
  broadcasts: searchList(
    async (lists, { text, zoneId, limit }) =>
      (await lists.broadcasts.list({ zoneId, search: text, limit })).rows,
    ({ id, title, message, zoneId, zoneName, sentAt, createdAt }) => ({
      id,
      title,
      text: message,
      zone: zoneId === null ? null : { id: zoneId, name: zoneName ?? '' },
      at: sentAt ?? createdAt,
    }),
  ),
}

const broadcastsPersonalData: readonly PersonalList[] = [
  {
    name: 'broadcasts-sent',
    says: msg`Broadcasts you sent or scheduled.`,
    table: 'broadcasts',
    kind: 'broadcasts',
    counted: 'sender_id = me',
    of: 'sender_id',
    order: 'created_at, id',
    leftOut: { 'a path in the file store': ['media_url'] },
  },
  {
    name: 'broadcasts-received',
    says: msg`Broadcasts sent to you, whether they reached you, and your answers. Their text is in the alerts.`,
    table: 'broadcast_recipients',
    kind: 'answers',
    counted: 'user_id = me and answer is not null',
    of: 'user_id',
    order: 'broadcast_id',
  },
  {
    name: 'broadcast-templates',
    says: msg`Broadcast templates you saved.`,
    table: 'broadcast_templates',
    kind: 'broadcasts',
    counted: 'created_by = me',
    of: 'created_by',
    order: 'created_at, id',
  },
]

const broadcastUploads: UploadPlace = {
  address: 'broadcast-attachments',
  toFolder: () => 'broadcast-attachments/',
  permission: 'broadcast',
  withoutZone: true,
  hazardId: () => null,
  openapi: {
    operationId: 'upload_broadcast_attachment',
    summary: 'Upload a file for a broadcast',
    whoMayUpload:
      'From who may send broadcasts, in the zone or, without `zoneId`, in all. The broadcast names it when it is sent; until then it is kept for a day.',
  },
}

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
