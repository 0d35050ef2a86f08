import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '../../rpc/fail.ts'
import { registerUploadDoor, type UploadDeps } from '../files/index.ts'
import { chatQuery } from './groups.queries.ts'

/** `PUT /upload/group-files/<group>`: a file for a message that is still being written, by who may write in the group. */
export const registerGroupFilesDoor = (app: FastifyInstance, deps: UploadDeps): void =>
  registerUploadDoor(app, deps, {
    address: 'group-files/:of',
    folderOf: () => 'group-files/',
    permission: 'chat_in_groups',
    takes: 'any',
    hazardId: () => null,
    async hold({ tx }, { zone }, groupId) {
      const room = await chatQuery(tx, groupId).executeTakeFirst()
      if (!room || room.zone_id !== zone.id) throw fail('GROUP_NOT_FOUND')
      if (!room.may_read || !mayInZone(zone, 'chat_in_groups')) throw fail('FORBIDDEN')
      return async () => {}
    },
  })
