import { randomBytes } from 'node:crypto'
import type { Profile } from '@muster/contract/auth.ts'
import { isPin } from '@muster/domain/pin.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import type { Tx } from '../../db/database.ts'
import type { Files } from '../../lib/files.ts'
import { api, signedIn } from '../../rpc/base.ts'
import type { SignedInContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { type ProfileRow, readOwnProfile } from '../auth/auth.queries.ts'
import { appendSecurityEvent, ownAction } from '../security/security.queries.ts'
import { deleteUnassignedUser, lockProfileImage, storePin, updateOwnProfile } from './settings.queries.ts'
import { updateProfile } from './update-profile.ts'

export type SettingsDeps = {
  readonly files: Files
  readonly hashPin: (pin: string) => Promise<string>
  /** Throws WRONG_PASSWORD or TOO_MANY_REQUESTS. */
  readonly requireOwnPassword: (context: SignedInContext, password: string) => Promise<void>
  readonly viewProfile: (row: ProfileRow, linkTo: (path: string) => string) => Profile
}

/** One's own profile, code, PIN and account. Everybody may, about themselves only: the actor's id is the only one used. */
export function settingsProcedures({ files, hashPin, requireOwnPassword, viewProfile }: SettingsDeps) {
  /** Changes the own profile and answers with it as it is then. */
  async function change(
    { db, actor, linkTo }: SignedInContext,
    work: (tx: Tx) => Promise<void>,
  ): Promise<Profile> {
    const row = await db.asActor(actor, async tx => {
      await work(tx)
      return readOwnProfile(tx, actor.userId)
    })
    if (!row) throw fail('UNAUTHORIZED')
    return viewProfile(row, linkTo)
  }

  /** What was committed stays true: a file that could not be removed is for the log, not for the person. */
  const discard = (log: SignedInContext['log'], path: string) =>
    files.remove(path).catch(error => log.warn({ err: error }, 'A removed photo stays on the disk'))

  return {
    updateProfile: api.settings.updateProfile
      .use(signedIn)
      .handler(({ context, input }) => change(context, tx => updateProfile(tx, context.actor.userId, input))),

    regenerateUserCode: api.settings.regenerateUserCode.use(signedIn).handler(async ({ context }) => {
      const { userId } = context.actor
      const userCode = makeUserCode(randomBytes(userCodeBytes))
      await change(context, async tx => {
        await updateOwnProfile(tx, userId, { user_code: userCode })
        await appendSecurityEvent(tx, ownAction(userId, 'code_regenerated', 'A new user code was made.'))
      })
      return { userCode }
    }),

    changePin: api.settings.changePin.use(signedIn).handler(async ({ context, input }) => {
      if (!isPin(input.pin)) throw fail('PIN_INVALID')
      await requireOwnPassword(context, input.password)
      const { db, actor } = context
      const pinHash = await hashPin(input.pin)
      await db.asOwner('PIN hashes are readable by no request', async tx => {
        await storePin(tx, actor.userId, pinHash)
        await appendSecurityEvent(
          tx,
          ownAction(actor.userId, 'pin_changed', 'The zone entry PIN was changed.'),
        )
      })
      return { changed: true as const }
    }),

    removeProfileImage: api.settings.removeProfileImage.use(signedIn).handler(async ({ context }) => {
      const { userId } = context.actor
      let before: string | null = null
      const profile = await change(context, async tx => {
        before = await lockProfileImage(tx, userId)
        await updateOwnProfile(tx, userId, { profile_image: null })
      })
      if (before) await discard(context.log, before)
      return profile
    }),

    deleteMyAccount: api.settings.deleteMyAccount
      .use(signedIn)
      .handler(async ({ context: { db, actor, sessions, log } }) => {
        const gone = await db.asOwner('the sign-in is removed, which no request may touch', async tx => {
          const deleted = await deleteUnassignedUser(tx, actor.userId)
          if (typeof deleted === 'object')
            await appendSecurityEvent(
              tx,
              ownAction(actor.userId, 'account_deleted', 'Deleted their own account.'),
            )
          return deleted
        })
        if (gone === 'assigned') throw fail('ACCOUNT_ASSIGNED')
        if (gone === 'last-super-admin') throw fail('LAST_SUPER_ADMIN')
        sessions.forget({ userId: actor.userId })
        if (gone.photo) await discard(log, gone.photo)
        return { deleted: true as const }
      }),
  }
}
