import { api, inZone, signedIn } from '../../rpc/base.ts'
import { addUserByCode } from './add-user-by-code.ts'
import { unlinkUser } from './unlink-user.ts'
import { usersPolicy } from './users.policy.ts'
import { listZoneUsers } from './users.queries.ts'
import { zoneUserView } from './users.view.ts'

/** The members of a zone. */
export function usersProcedures() {
  return {
    inZone: api.users.inZone
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { db, actor, zone } }) => {
        usersPolicy.viewInZone(zone)
        const rows = await db.asActor(actor, tx => listZoneUsers(tx, zone.id))
        return { users: rows.map(zoneUserView) }
      }),

    addByCode: api.users.addByCode
      .use(signedIn)
      .use(inZone)
      .handler(({ context: { db, actor, zone }, input }) => {
        usersPolicy.addToZone(zone)
        return addUserByCode(db, actor, zone.id, input)
      }),

    unlink: api.users.unlink
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { db, actor, zone }, input }) => {
        usersPolicy.unlink(zone, actor, input.userId)
        await unlinkUser(db, actor, zone.id, input.userId)
        return { userId: input.userId }
      }),
  }
}
