import { mayInZone } from '@muster/domain/zone-permission.ts'
import { fail } from '../../rpc/fail.ts'
import type { UploadPlace } from '../files/index.ts'
import { chatQuery } from './groups.queries.ts'

export const groupUploads: UploadPlace = {
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
