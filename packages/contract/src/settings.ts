import { languageCodes } from '@muster/domain/language.ts'
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

/** The profile fields that people may change themselves; omitted ones stay unchanged. Empty contact fields become null. */
export const profileChange = z.strictObject({
  firstName: name.optional(),
  lastName: name.optional(),
  skills: z.array(exactText(limits.skillMaxLength)).max(limits.skillsMax).optional(),
  emergencyContact: z
    .strictObject({ name: contactField, phone: phone(100).nullable(), relationship: contactField })
    .optional(),
  /** Null selects the organisation's default. */
  language: z.enum(languageCodes).nullable().optional(),
})

/** A group of views of the caller's location: by one person, through one feature and in one zone, within one hour. */
export const locationLook = z.object({
  /** Stays the same when further views join the group. */
  key: z.string(),
  /** Null if the viewer's account has been deleted, and for responders, who have none (`kind` is `emergency_responders`). */
  by: z.object({ name: z.string(), role: z.enum(roles) }).nullable(),
  /** The feature through which the location was viewed, such as `user_details` or `live_map`. */
  kind: z.string(),
  zone: z.object({ id, name: z.string() }).nullable(),
  /** True if the viewer saw everybody in the zone rather than one person. */
  wholeZone: z.boolean(),
  /** An instant in the middle of the day that was viewed; null if the current location was viewed. */
  day: instant.nullable(),
  times: count,
  lastAt: instant,
})
export type LocationLook = z.infer<typeof locationLook>

/** One attempt to sign in to the caller's account. */
export const signInAttempt = z.object({
  id,
  at: instant,
  result: z.enum(signInResults),
  /** Why the attempt was rejected; null if it succeeded, or if the log does not contain the reason. */
  reason: z.enum(signInRefusals).nullable(),
  /** The browser's user agent string; may be empty. */
  userAgent: z.string(),
  /** The IP address of the attempt; null if the log does not contain it. */
  ipAddress: z.string().nullable(),
})
export type SignInAttempt = z.infer<typeof signInAttempt>

/** `rows` is null for kinds not counted; `days` is null if kept as long as the account. */
export const retainedDataKind = z.object({
  category: z.enum(personalDataKinds),
  rows: count.nullable(),
  days: count.nullable(),
})
export type RetainedDataKind = z.infer<typeof retainedDataKind>

export const settings = {
  /** Newest first, of the last `limits.locationLooksDays` days. Zone views count if the caller was a member at the time. */
  locationLooks: signedIn(
    'GET /settings/location-looks',
    'list_looks_at_my_location',
    "List who looked at one's location",
  )
    .input(paging)
    .output(page(locationLook))
    .errors(pick('CURSOR_INVALID')),
  /** Includes failed attempts, newest first, as far back as the log reaches. */
  signIns: signedIn('GET /settings/sign-ins', 'list_my_sign_ins', "List the sign-ins to one's own account")
    .input(paging.extend({ result: z.enum(signInResults).optional() }))
    .output(page(signInAttempt))
    .errors(pick('CURSOR_INVALID')),
  /** Includes how long. */
  kept: signedIn('GET /settings/kept', 'get_what_is_kept_of_me', 'Read what is kept about oneself').output(
    z.object({ kept: z.array(retainedDataKind).max(personalDataKinds.length) }),
  ),
  updateProfile: signedIn('PATCH /settings/profile', 'update_my_profile', "Change one's own profile")
    .input(profileChange)
    .output(profile)
    .errors(pick('SKILL_INVALID')),
  /** Creates a new user code. The old one stops working immediately. */
  regenerateUserCode: signedIn(
    'POST /settings/user-code',
    'regenerate_user_code',
    'Make a new user code',
  ).output(z.object({ userCode: z.string() })),
  /** The account's password proves their identity. Does not unlock a locked PIN. */
  changePin: signedIn('PUT /settings/pin', 'change_my_pin', "Change one's own entry PIN")
    .input(z.strictObject({ password: exactText(256), pin: exactText(16) }))
    .output(z.object({ changed: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'PIN_INVALID')),
  /** Removes the photo. `PUT /upload/profile-image` uploads one, with the image itself as the body. */
  removeProfileImage: signedIn(
    'DELETE /settings/profile-image',
    'remove_profile_image',
    "Remove one's profile photo",
  ).output(profile),
  /**
   * `personalData` in the domain lists each kind's fate. Rejected while assigned to a zone or the last super admin. A POST, so that
   * the password is not part of a URL.
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

/** The response of `PUT /upload/profile-image`, which accepts bodies of up to 5 MB and detects the image type from the content. */
export const profileImageAnswer = z.object({ profileImageUrl: z.string() })
