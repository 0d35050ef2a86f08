import { randomBytes } from 'node:crypto'
import type { Profile } from '@muster/contract/auth.ts'
import type { profileChange } from '@muster/contract/settings.ts'
import { isPin } from '@muster/domain/pin.ts'
import { cleanSkills } from '@muster/domain/skills.ts'
import { makeUserCode, userCodeBytes } from '@muster/domain/user-code.ts'
import type { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { type WriteContext, write } from '../../live/write.ts'
import type { BeforeAccountDeletion } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import type { InTransaction, SignedInContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { hashSecret } from '../../rpc/hashing.ts'
import type { ProfileColumns } from '../accounts/index.ts'
import { type Auth, isPasswordStillVerified, profileView, readOwnProfile } from '../auth/index.ts'
import { audit } from '../security/index.ts'
import { storePin } from '../users/index.ts'
import { aboutMeProcedures, type WithPersonalData } from './about-me.procedures.ts'
import { downloadProcedures } from './download/downloads.procedures.ts'
import { deleteUnassignedUser, lockProfileImage, updateOwnProfile } from './settings.queries.ts'

/**
 * Deletes the account with all its data and logs the deletion. Returns the path of the photo, whose file the caller must remove.
 * Throws ACCOUNT_ASSIGNED, LAST_SUPER_ADMIN.
 */
export async function deleteAccount(
  writeContext: WriteContext,
  beforeDeletion: BeforeAccountDeletion,
  userId: string,
): Promise<{ photo: string | null }> {
  const { tx } = writeContext
  await beforeDeletion(writeContext, userId)
  const isDeleted = await deleteUnassignedUser(tx, userId)
  if (isDeleted === 'assigned') throw fail('ACCOUNT_ASSIGNED')
  if (isDeleted === 'last-super-admin') throw fail('LAST_SUPER_ADMIN')
  await audit(tx, 'user_action_account_deleted', { actorId: userId })
  return isDeleted
}

type ProfileChange = z.output<typeof profileChange>

/** Changes the given fields of the actor's profile. Throws SKILL_INVALID for an empty or repeated skill. */
async function updateProfile(tx: Tx, userId: string, change: ProfileChange): Promise<void> {
  const columns: ProfileColumns = {}
  if (change.firstName !== undefined) columns.first_name = change.firstName
  if (change.lastName !== undefined) columns.last_name = change.lastName
  if (change.skills) {
    const skills = cleanSkills(change.skills)
    if (skills.length !== change.skills.length) throw fail('SKILL_INVALID')
    columns.skills = [...skills]
  }
  if (change.emergencyContact) {
    const { name, phone, relationship } = change.emergencyContact
    columns.emergency_contact_name = name || null
    columns.emergency_contact_phone = phone || null
    columns.emergency_contact_relationship = relationship || null
  }
  if (change.language !== undefined) columns.language = change.language
  if (Object.keys(columns).length > 0) await updateOwnProfile(tx, userId, columns)
}

/** Rate limit per person for new user codes, because each adds an event to the security log. */
const newCodeLimit = { name: 'new-user-code', points: 10, seconds: 60 * 60 }

/** Procedures that manage one's own profile, code, PIN and account. They use only the actor's id. */
export function settingsProcedures(
  platform: Platform & WithPersonalData & { readonly beforeAccountDeletion: BeforeAccountDeletion },
  { requireOwnPassword }: Auth,
) {
  const { files, mailer, beforeAccountDeletion } = platform
  return {
    ...aboutMeProcedures(platform),
    ...downloadProcedures(platform),

    updateProfile: api.settings.updateProfile.use(signedIn()).handler(async ({ context, input }) => {
      await updateProfile(context.tx, context.actor.userId, input)
      return readOwnProfileView(context)
    }),

    regenerateUserCode: api.settings.regenerateUserCode
      .use(signedIn(null, { rateLimit: newCodeLimit }))
      .handler(async ({ context: { tx, actor } }) => {
        const userCode = makeUserCode(randomBytes(userCodeBytes))
        await updateOwnProfile(tx, actor.userId, { user_code: userCode })
        await audit(tx, 'user_action_code_regenerated', { actorId: actor.userId })
        return { userCode }
      }),

    changePin: api.settings.changePin
      .use(signedIn(null, { withoutTx: NO_TX_REASON }))
      .handler(async ({ context, input }) => {
        if (!isPin(input.pin)) throw fail('PIN_INVALID')
        const passwordCheck = await requireOwnPassword(context, input.password)
        const { db, actor } = context
        const pinHash = await hashSecret(input.pin)
        await db.asOwner('requests may not write PINs', async tx => {
          // The password may have been reset in the meantime, which removes the PIN; the former password must not set it again.
          if (!(await isPasswordStillVerified(tx, actor, passwordCheck))) throw fail('WRONG_PASSWORD')
          await storePin(tx, actor.userId, pinHash)
          await audit(tx, 'user_action_pin_changed', { actorId: actor.userId })
        })
        return { changed: true as const }
      }),

    removeProfileImage: api.settings.removeProfileImage.use(signedIn()).handler(async ({ context }) => {
      const { tx, actor, afterCommit } = context
      const previousPath = await lockProfileImage(tx, actor.userId)
      await updateOwnProfile(tx, actor.userId, { profile_image: null })
      if (previousPath) afterCommit(() => files.remove(previousPath))
      return readOwnProfileView(context)
    }),

    deleteMyAccount: api.settings.deleteMyAccount
      .use(signedIn(null, { withoutTx: NO_TX_REASON }))
      .handler(async ({ context, input }) => {
        await requireOwnPassword(context, input.password)
        const { db, actor, sessions, log } = context
        const { photo } = await db.asOwner('the sign-in is removed, which no request may touch', tx =>
          write(tx, writeContext => deleteAccount(writeContext, beforeAccountDeletion, actor.userId)),
        )
        sessions.forget({ userId: actor.userId })
        // The deletion is already committed, so a failure to remove the file is only logged.
        if (photo)
          await files
            .remove(photo)
            .catch(error => log.warn({ err: error }, 'A removed photo stays on the disk'))
        await mailer
          .forget(actor.email)
          .catch(error => log.warn({ err: error }, 'A mail of a deleted account stays on the disk'))
        return { deleted: true as const }
      }),
  }
}

const NO_TX_REASON = 'no connection waits for the hash of a password or PIN'

async function readOwnProfileView({ tx, actor, linkTo }: SignedInContext & InTransaction): Promise<Profile> {
  const row = await readOwnProfile(tx, actor.userId)
  if (!row) throw fail('UNAUTHORIZED')
  return profileView(row, linkTo)
}
