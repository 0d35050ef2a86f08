import type { ZoneUser } from '@muster/contract/users.ts'
import { pinLock } from '@muster/domain/pin.ts'
import type { Database } from '../../db/database.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import { addUserByCode } from './add-user-by-code.ts'
import { resetPin } from './reset-pin.ts'
import { unlinkUser } from './unlink-user.ts'
import { usersPolicy } from './users.policy.ts'
import { listZoneUsers, readPinFailures, type ZoneUserRow } from './users.queries.ts'
import { zoneUserView } from './users.view.ts'

type PinState = ZoneUser['pin']

/** The members of a zone. */
export function usersProcedures() {
  return {
    inZone: api.users.inZone
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { db, actor, zone, linkTo } }) => {
        usersPolicy.viewInZone(zone)
        const rows = await db.asActor(actor, tx => listZoneUsers(tx, zone.id))
        const pinOf = usersPolicy.mayResetPins(zone) ? await readPins(db, rows) : () => null
        return { users: rows.map(row => zoneUserView(row, linkTo, pinOf(row.user_id))) }
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

    resetPin: api.users.resetPin
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { db, actor, zone }, input }) => {
        usersPolicy.resetPin(zone, actor, input.userId)
        await resetPin(db, actor, zone.id, input.userId)
        return { userId: input.userId }
      }),
  }
}

async function readPins(db: Database, rows: readonly ZoneUserRow[]): Promise<(userId: string) => PinState> {
  const failures = await readPinFailures(
    db,
    rows.map(row => row.user_id),
  )
  const now = Date.now()
  return userId => {
    const known = failures.get(userId)
    if (!known) return 'not_set'
    return pinLock(known, now).locked ? 'locked' : 'open'
  }
}
