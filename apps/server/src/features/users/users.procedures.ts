import { pinLock } from '@muster/domain/pin.ts'
import type { Database } from '../../db/database.ts'
import { createOncePer } from '../../lib/once-per.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import { addUserByCode } from './add-user-by-code.ts'
import { notePositions } from './note-positions.ts'
import { resetPin } from './reset-pin.ts'
import { unlinkUser } from './unlink-user.ts'
import { usersPolicy } from './users.policy.ts'
import { listZoneUsers, readPinFailures, type ZoneUserRow } from './users.queries.ts'
import { type PinView, zoneUserView } from './users.view.ts'

/** How long the list of a zone's members counts as one look at where they are. */
const LOOK = 60 * 60_000

/** The members of a zone. */
export function usersProcedures() {
  const looks = createOncePer(LOOK)
  return {
    inZone: api.users.inZone
      .use(signedIn)
      .use(inZone)
      .handler(async ({ context: { db, actor, zone, linkTo } }) => {
        usersPolicy.viewInZone(zone)
        const look = actor.sessionId + zone.id
        const { rows, noted } = await db.asActor(actor, async tx => {
          const found = await listZoneUsers(tx, zone.id)
          const isNoted = looks.isNew(look) && (await notePositions(tx, actor.userId, zone.id, found))
          return { rows: found, noted: isNoted }
        })
        if (noted) looks.remember(look)
        const pinOf = usersPolicy.mayResetPins(zone) ? await readPins(db, rows) : () => hiddenPin
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

/** To those who may not reset it, nothing is said. */
const hiddenPin: PinView = { pin: null, pinLockedUntil: null }

async function readPins(db: Database, rows: readonly ZoneUserRow[]): Promise<(userId: string) => PinView> {
  const failures = await readPinFailures(
    db,
    rows.map(row => row.user_id),
  )
  const now = Date.now()
  return userId => {
    const known = failures.get(userId)
    if (!known) return { pin: 'not_set', pinLockedUntil: null }
    const lock = pinLock(known, now)
    if (!lock.locked) return { pin: 'open', pinLockedUntil: null }
    return {
      pin: 'locked',
      pinLockedUntil: lock.until === null ? null : new Date(lock.until).toISOString(),
    }
  }
}
