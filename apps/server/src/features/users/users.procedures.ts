import { can } from '@muster/domain/permission.ts'
import { pinLock } from '@muster/domain/pin.ts'
import type { Tx } from '../../db/database.ts'
import { createOncePer } from '../../lib/once-per.ts'
import { api, inZone } from '../../rpc/base.ts'
import { addUserByCode } from './add-user-by-code.ts'
import type { CodeTries } from './code-tries.ts'
import { declineInvitation } from './decline-invitation.ts'
import { type Look, noteLook } from './note-look.ts'
import { resetPin } from './reset-pin.ts'
import { unlinkUser } from './unlink-user.ts'
import { usersPolicy } from './users.policy.ts'
import { listInvitedUsers, listZoneUsers, readMemberPins } from './users.queries.ts'
import { invitedUserView, type PinView, zoneUserView } from './users.view.ts'

/** How long the list of a zone's members counts as one look at them. */
const LOOK = 60 * 60_000

/** The members of a zone. */
export function usersProcedures({ codeTries }: { readonly codeTries: CodeTries }) {
  const looks = createOncePer(LOOK)
  return {
    inZone: api.users.inZone
      .use(inZone('view_zone_users', { refuses: 'VIEW_USERS_FORBIDDEN' }))
      .handler(async ({ context: { tx, actor, zone, linkTo, afterCommit } }) => {
        const rows = await listZoneUsers(tx, zone.id)
        const keyOf = (look: Look) => `${look} ${actor.sessionId} ${zone.id}`
        const look = { actorId: actor.userId, zoneId: zone.id, isNew: (it: Look) => looks.isNew(keyOf(it)) }
        for (const noted of await noteLook(tx, look, rows)) afterCommit(() => looks.remember(keyOf(noted)))
        const pinOf = can(zone.role, 'reset_zone_pin') ? await readPins(tx, zone.id) : () => hiddenPin
        const invited = await listInvitedUsers(tx, zone.id)
        return {
          users: rows.map(row => zoneUserView(row, linkTo, pinOf(row.user_id))),
          invited: invited.map(invitedUserView),
        }
      }),

    addByCode: api.users.addByCode
      .use(
        inZone('link_users', {
          refuses: 'ADD_USER_FORBIDDEN',
          withoutTx: 'a wrong code is counted and noted whatever becomes of the call',
        }),
      )
      .handler(({ context: { db, actor, zone }, input }) =>
        addUserByCode({ db, tries: codeTries }, actor, zone.id, input),
      ),

    declineInvitation: api.users.declineInvitation
      .use(inZone(null, { withoutPin: true, invited: true }))
      .handler(async ({ context: { tx, actor, zone } }) => {
        await declineInvitation(tx, actor.userId, zone.id)
        return { zoneId: zone.id }
      }),

    unlink: api.users.unlink
      .use(inZone('unlink_users'))
      .handler(async ({ context: { tx, actor, zone }, input: { userId } }) => {
        usersPolicy.unlink(actor, userId)
        await unlinkUser(tx, zone.id, userId)
        return { userId }
      }),

    resetPin: api.users.resetPin
      .use(inZone('reset_zone_pin', { asOwner: 'PINs are writable by no request' }))
      .handler(async ({ context: { tx, actor, zone }, input: { userId } }) => {
        usersPolicy.resetPin(actor, userId)
        await resetPin(tx, actor, zone.id, userId)
        return { userId }
      }),
  }
}

/** To those who may not reset it, nothing is said. */
const hiddenPin: PinView = { pin: null, pinLockedUntil: null, pinResetAskedAt: null }

async function readPins(tx: Tx, zoneId: string): Promise<(userId: string) => PinView> {
  const pins = await readMemberPins(tx, zoneId)
  const now = Date.now()
  return userId => {
    const known = pins.get(userId)
    if (!known) return { ...hiddenPin, pin: 'not_set' }
    const lock = pinLock(known.failures, now)
    if (!lock.locked) return { ...hiddenPin, pin: 'open' }
    return {
      pin: 'locked',
      pinResetAskedAt: known.resetAskedAt?.toISOString() ?? null,
      pinLockedUntil: lock.until === null ? null : new Date(lock.until).toISOString(),
    }
  }
}
