import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { FastifyInstance } from 'fastify'
import { type WriteContext, write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { searchList } from '../../platform/search.ts'
import { fail } from '../../rpc/fail.ts'
import { rewordAlerts } from '../alerts/index.ts'
import {
  attachmentFolder,
  describeUpload,
  registerUploadDoor,
  type UploadDeps,
  type UploadPlace,
} from '../files/index.ts'
import { unreadInGroupAlert } from './groups.alerts.ts'
import { groupsEvents } from './groups.events.ts'
import { groupsPersonalData } from './groups.personal-data.ts'
import { groupsProcedures } from './groups.procedures.ts'
import { chatQuery } from './groups.queries.ts'
import { messagesProcedures } from './messages.procedures.ts'
import { announceRemovedReactions } from './react-to-message.ts'
import { listUnreadGroups, markFurtherUnread, markNewlyUnread, type UnreadRow } from './unread.queries.ts'

const groupsSearches = {
  groups: searchList(
    async (lists, { text, zoneId, limit }) =>
      (await lists.groups.list({ zoneId, search: text, limit, order: 'recent' })).rows,
    ({ id, name, description, zoneId, zoneName, createdAt }) => ({
      id,
      title: name,
      text: description ?? '',
      zone: { id: zoneId, name: zoneName },
      at: createdAt,
    }),
  ),
}

const groupUploads: UploadPlace = {
  address: 'group-files',
  of: 'groupId',
  toFolder: () => 'group-files/',
  permission: 'chat_in_groups',
  takes: 'any',
  hazardId: () => null,
  async lock({ tx }, { zone }, groupId) {
    const chat = await chatQuery(tx, groupId).executeTakeFirst()
    if (!chat || chat.zone_id !== zone.id) throw fail('GROUP_NOT_FOUND')
    if (!chat.may_read || !mayInZone(zone, 'chat_in_groups')) throw fail('FORBIDDEN')
    return async () => {}
  },
  openapi: {
    operationId: 'upload_group_file',
    summary: 'Upload a file for a message to a group',
    whoMayUpload:
      'From who may write in the group, in its zone. The message names it when it is sent; until then it is kept for a day.',
  },
}

/** Time (ms) after which an unread message raises an alert. */
const groupUnreadAlertDelayMs = 30_000

/** One per group, counting further messages silently while unread; once the group is read, a new alert replaces it. */
export async function alertUnreadMessages(its: WriteContext): Promise<number> {
  const furtherUnread = await markFurtherUnread(its.tx)
  const newlyUnread = await markNewlyUnread(its.tx, groupUnreadAlertDelayMs)
  const groupsById = await listUnreadGroups(
    its.tx,
    [...furtherUnread, ...newlyUnread].map(row => row.groupId),
  )
  const createAlerts = (rows: readonly UnreadRow[]) =>
    rows.flatMap(({ groupId, messages, people }) => {
      const group = groupsById.get(groupId)
      return group ? [unreadInGroupAlert(group, { messages, newest: group.newest }, people)] : []
    })
  await rewordAlerts(its, createAlerts(furtherUnread))
  for (const alert of createAlerts(newlyUnread)) its.alert(alert)
  return newlyUnread.reduce((total, { people }) => total + people.length, 0)
}

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
