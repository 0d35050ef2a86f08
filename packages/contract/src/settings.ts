import { limits } from '@muster/domain/limits.ts'
import { personalDataKinds } from '@muster/domain/personal-data.ts'
import { roles } from '@muster/domain/role.ts'
import { signInRefusals, signInResults } from '@muster/domain/sign-in-result.ts'
import { z } from 'zod'
import { profile } from './auth.ts'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { personName } from './person-name.ts'
import { phone } from './phone.ts'
import { exactText, oneLine } from './texts.ts'

const { signedIn } = callsTagged('settings')

const name = personName.min(1, 'First name and last name are required')
const contactField = oneLine(100).nullable()

/** The parts of one's own profile that one may change; what is absent stays. Empty contact fields become null. */
export const profileChange = z.strictObject({
  firstName: name.optional(),
  lastName: name.optional(),
  skills: z.array(exactText(limits.skillMaxLength)).max(limits.skillsMax).optional(),
  emergencyContact: z
    .strictObject({ name: contactField, phone: phone(100).nullable(), relationship: contactField })
    .optional(),
})

/** Looks of one person at where one was, of one kind and in one zone, gathered by the hour. */
export const locationLook = z.object({
  /** Stays the same while more looks are gathered to it. */
  key: z.string(),
  /** Null when that account is gone. */
  by: z.object({ name: z.string(), role: z.enum(roles) }).nullable(),
  /** A word of the door that was used: `user_details`, `live_map`. */
  kind: z.string(),
  zone: z.object({ id, name: z.string() }).nullable(),
  /** They looked at everybody of the zone, and not at one alone. */
  wholeZone: z.boolean(),
  /** A moment in the middle of the day that was looked at; null where it was the present. */
  day: instant.nullable(),
  times: count,
  lastAt: instant,
})
export type LocationLook = z.infer<typeof locationLook>

/** One attempt to sign in to one's account. */
export const signInAttempt = z.object({
  id,
  at: instant,
  result: z.enum(signInResults),
  /** Why it was refused; null where it was not, or the log does not say. */
  reason: z.enum(signInRefusals).nullable(),
  /** As the browser named itself; empty where it did not. */
  userAgent: z.string(),
  /** The network address it came from; null where the log has none. */
  ipAddress: z.string().nullable(),
})
export type SignInAttempt = z.infer<typeof signInAttempt>

/** How many rows are kept (null where only counting tells), and for how many days (null: as long as the account). */
export const keptData = z.object({
  category: z.enum(personalDataKinds),
  rows: count.nullable(),
  days: count.nullable(),
})
export type KeptData = z.infer<typeof keptData>

export const settings = {
  /** Lists who looked at where one was, newest first, as far as the log and one's zones tell; one's own looks are left out. */
  locationLooks: signedIn(
    'GET /settings/location-looks',
    'list_looks_at_my_location',
    "List who looked at one's location",
  )
    .input(paging)
    .output(page(locationLook))
    .errors(pick('CURSOR_INVALID')),
  /** The attempts to sign in to one's own account, newest first, as long as the log keeps them. */
  signIns: signedIn('GET /settings/sign-ins', 'list_my_sign_ins', "List the sign-ins to one's own account")
    .input(paging.extend({ result: z.enum(signInResults).optional() }))
    .output(page(signInAttempt))
    .errors(pick('CURSOR_INVALID')),
  /** Lists the data kept about oneself, and until when. */
  kept: signedIn('GET /settings/kept', 'get_what_is_kept_of_me', 'Read what is kept about oneself').output(
    z.object({ kept: z.array(keptData).max(personalDataKinds.length) }),
  ),
  updateProfile: signedIn('PATCH /settings/profile', 'update_my_profile', "Change one's own profile")
    .input(profileChange)
    .output(profile)
    .errors(pick('SKILL_INVALID')),
  /** A new user code; the old one is dead in the same moment. */
  regenerateUserCode: signedIn(
    'POST /settings/user-code',
    'regenerate_user_code',
    'Make a new user code',
  ).output(z.object({ userCode: z.string() })),
  /** Sets one's own entry PIN; the account's password proves who asks. Does not open a locked PIN. */
  changePin: signedIn('PUT /settings/pin', 'change_my_pin', "Change one's own entry PIN")
    .input(z.strictObject({ password: exactText(256), pin: exactText(16) }))
    .output(z.object({ changed: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'PIN_INVALID')),
  /** Takes the photo away. Uploading is `PUT /upload/profile-image`, the image itself as the body. */
  removeProfileImage: signedIn(
    'DELETE /settings/profile-image',
    'remove_profile_image',
    "Remove one's profile photo",
  ).output(profile),
  /**
   * Deletes one's account and everything of it; refused while assigned to a zone. The account's password proves who asks;
   * a POST, so that it stands in no address.
   */
  deleteMyAccount: signedIn(
    'POST /settings/account-deletion',
    'delete_my_account',
    "Delete one's own account",
  )
    .input(z.strictObject({ password: exactText(256) }))
    .output(z.object({ deleted: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'ACCOUNT_ASSIGNED', 'LAST_SUPER_ADMIN')),
}

/** Answer of `PUT /upload/profile-image`. Bodies of up to 5 MB, recognised by content. */
export const profileImageAnswer = z.object({ profileImageUrl: z.string() })
