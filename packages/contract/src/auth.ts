import { readingLanguages } from '@muster/domain/language.ts'
import { maxPasskeys } from '@muster/domain/passkey.ts'
import { roles } from '@muster/domain/role.ts'
import { signUpModes } from '@muster/domain/sign-up.ts'
import { maxTrackers } from '@muster/domain/tracker.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { consentVersionSchema } from './consents.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { passkey, passkeyAssertion, passkeyCeremony, passkeyTicket } from './passkeys.ts'
import { personName } from './person-name.ts'
import { phoneLine } from './phone.ts'
import { exactText, text } from './texts.ts'
import { tracker } from './trackers.ts'
import { secondStepCode } from './two-step.ts'

const { anyone, signedIn } = callsTagged('auth')

export const session = z.object({ token: z.string(), expiresAt: instant })

export const landing = z.enum(['super-admin-dashboard', 'zone-selection'])

export type Landing = z.infer<typeof landing>

export const profile = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  dateOfBirth: z.iso.date().nullable(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  userCode: z.string(),
  skills: z.array(z.string()),
  profileImageUrl: z.string().nullable(),
  emergencyContact: z.object({
    name: z.string().nullable(),
    phone: z.string().nullable(),
    relationship: z.string().nullable(),
  }),
  /** The language the person chose; null if they use the organisation's default. */
  language: z.enum(readingLanguages).nullable(),
  /** The language of alerts and emails: the chosen one, the organisation's default, or English. */
  readingLanguage: z.enum(readingLanguages),
  createdAt: instant,
  updatedAt: instant,
})
export type Profile = z.infer<typeof profile>

/** An email address as accepted in inputs that create an account, change its address or send an email to the address. */
export const email = fitting(z.email('Please enter a valid email address.').max(254), 'text')

export const device = z.object({
  sessionId: id,
  /** The browser's user agent string, from which the screen derives a device name. */
  userAgent: z.string(),
  ipAddress: z.string(),
  signedInAt: instant,
  /** Updated at most every 15 minutes. */
  lastUsedAt: instant,
  current: z.boolean(),
})
export type Device = z.infer<typeof device>

/** Passkeys and location apps, which work without the account's password, newest first. */
export const otherAccess = z.object({
  passkeys: z.array(passkey).max(maxPasskeys),
  locationApps: z.array(tracker.omit({ lastUnused: true })).max(maxTrackers),
})
export type OtherAccess = z.infer<typeof otherAccess>

/** A date of birth from 1900 up to today. */
export const birthDate = fitting(
  z.iso
    .date('Please enter a valid date of birth')
    .refine(
      date => date >= '1900-01-01' && date <= new Date().toISOString().slice(0, 10),
      'Please enter a valid date of birth',
    ),
  'date',
)

/** Input of the sign-up form. The server checks the form's seven rules again, in the same order. */
export const signUpInput = z.strictObject({
  firstName: personName.min(1),
  lastName: personName.min(1),
  email,
  phone: phoneLine(40),
  dateOfBirth: birthDate,
  password: exactText(256),
  pin: exactText(16),
  /** The version of the consent text that was shown, if any. Creating the account counts as consent. */
  consentVersion: consentVersionSchema.optional(),
})

const signedInAnswer = z.object({ session, landing, deviceToken: z.string() })

export const auth = {
  settings: anyone('GET /auth/settings', 'get_auth_settings', 'Read the rules of sign-in and sign-up').output(
    z.object({
      passwordMin: z.int(),
      emailConfirmation: z.boolean(),
      /** The sign-up mode: open to everybody, to holders of an invitation link, or to nobody. */
      signUp: z.enum(signUpModes),
      /** The label of the single sign-on button; null if there is none. */
      singleSignOn: z.object({ name: z.string() }).nullable(),
      /** The origin to which passkeys belong; null if this installation's URL does not support them. */
      passkeysAt: z.string().nullable(),
      /** The retention period of readings in days, as stated in the consent text. */
      retentionDays: count,
      /** The hosts from which browsers fetch maps. Only demo installations reveal them before sign-in. */
      demoMapHosts: z.array(z.string()).max(20),
      demoSignIns: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
    }),
  ),
  signUp: anyone('POST /auth/sign-up', 'sign_up', "Create one's own account")
    .input(
      signUpInput.extend({
        /** The token of an invitation link, if sign-up requires one. */
        invitation: exactText(128).min(1).optional(),
        /** The token of an invitation to a zone. The new account joins it, if the invitation still works. */
        zoneInvitation: exactText(128).min(1).optional(),
      }),
    )
    .output(
      z.object({
        session: session.nullable(),
        deviceToken: z.string().nullable(),
        /** The zone that the account joined; null also while the email address must be confirmed first. */
        joinedZoneId: id.nullable(),
      }),
    )
    .errors(
      pick(
        'EMAIL_TAKEN',
        'SIGN_UP_INVALID',
        'PASSWORD_COMMON',
        'SIGN_UP_CLOSED',
        'INVITATION_NEEDED',
        'INVALID_LINK',
      ),
    ),
  signIn: anyone('POST /auth/sign-in', 'sign_in', 'Sign in with e-mail and password')
    .input(
      z.strictObject({
        email: text(254),
        password: exactText(256),
        /** The token from an earlier sign-in on this device. It keeps other people's guesses from locking this device out. */
        deviceToken: exactText(128).optional(),
      }),
    )
    .output(signedInAnswer)
    .errors(pick('INVALID_CREDENTIALS', 'EMAIL_NOT_CONFIRMED', 'ACCOUNT_NOT_ACTIVE', 'SECOND_STEP_NEEDED')),
  /** After SECOND_STEP_NEEDED. A one-time code works once within its validity period, a recovery code only once ever. */
  finishSignIn: anyone(
    'POST /auth/sign-in/second-step',
    'finish_sign_in',
    'Finish signing in with a second step',
  )
    .input(
      z.strictObject({
        pending: exactText(128).min(1),
        code: secondStepCode,
        deviceToken: exactText(128).optional(),
      }),
    )
    .output(signedInAnswer)
    .errors(pick('SECOND_STEP_WRONG', 'SIGN_IN_EXPIRED', 'ACCOUNT_NOT_ACTIVE')),
  /** Returns the options for `navigator.credentials.get`, and a ticket to send with the result. */
  beginPasskeySignIn: anyone(
    'POST /auth/sign-in/passkey/options',
    'begin_passkey_sign_in',
    'Begin signing in with a passkey',
  )
    .output(passkeyCeremony)
    .errors(pick('PASSKEYS_OFF')),
  /** Replaces both the password and the code. */
  signInWithPasskey: anyone('POST /auth/sign-in/passkey', 'sign_in_with_passkey', 'Sign in with a passkey')
    .input(
      z.strictObject({
        ticket: passkeyTicket,
        made: passkeyAssertion,
        deviceToken: exactText(128).optional(),
      }),
    )
    .output(signedInAnswer)
    .errors(pick('PASSKEY_REFUSED', 'ACCOUNT_NOT_ACTIVE')),
  /** Returns the provider's URL for the browser, and a ticket for finishing the sign-in here. */
  beginSingleSignOn: anyone(
    'POST /auth/sign-in/single-sign-on/start',
    'begin_single_sign_on',
    'Begin single sign-on',
  )
    .output(z.object({ address: z.string(), ticket: z.string() }))
    .errors(pick('SSO_OFF', 'SSO_UNAVAILABLE')),
  /** Accepts the parameters of the provider's redirect once, with the ticket from the browser that started the sign-in. */
  signInElsewhere: anyone(
    'POST /auth/sign-in/single-sign-on',
    'finish_single_sign_on',
    'Finish single sign-on',
  )
    .input(
      z.strictObject({
        state: exactText(128).min(1),
        code: exactText(2_000).min(1),
        ticket: exactText(128).min(1),
        deviceToken: exactText(128).optional(),
      }),
    )
    .output(signedInAnswer)
    .errors(
      pick(
        'SSO_OFF',
        'SSO_UNAVAILABLE',
        'SSO_REFUSED',
        'SSO_EMAIL_UNVERIFIED',
        'SSO_UNKNOWN_PERSON',
        'SIGN_IN_EXPIRED',
        'ACCOUNT_NOT_ACTIVE',
      ),
    ),
  signOut: signedIn('POST /auth/sign-out', 'sign_out', 'End the session').output(
    z.object({ signedOut: z.literal(true) }),
  ),
  /** `profile` is null while it cannot be read; the client then shows a fallback. */
  me: signedIn('GET /auth/me', 'get_current_user', 'Read the signed-in user and their session').output(
    z.object({
      user: z.object({ id, email: z.string(), emailVerified: z.boolean() }),
      profile: profile.nullable(),
      /** The database's error code if it refuses to read the profile, so that retrying is useless; otherwise null. */
      profileCode: z.literal('42P17').nullable(),
      landing,
      /** The person's decision on location tracking; `unasked` before their first decision. */
      consent: z.enum(['given', 'withdrawn', 'unasked']),
      /** The zones of which the person is a captain; absent for most people. */
      captainZoneIds: z.array(id).max(100).optional(),
      session: z.object({ id, expiresAt: instant }),
      /**
       * `requiredFrom`: when this installation starts requiring a second step from people without one. Once `due`, all other
       * calls are rejected.
       */
      twoStep: z.object({ requiredFrom: instant.nullable(), due: z.boolean() }),
    }),
  ),
  /** Emails a link for setting a new password. The response does not reveal whether the address has an account. */
  requestPasswordReset: anyone(
    'POST /auth/password-reset',
    'request_password_reset',
    'Ask for a password reset link',
  )
    .input(z.strictObject({ email }))
    .output(z.object({ sent: z.literal(true) })),
  /**
   * Lists the passkeys and location apps of the account behind an emailed link, so that the person setting a new password can
   * choose which ones to keep. The link stays valid.
   */
  previewReset: anyone(
    'POST /auth/password/preview',
    'preview_password_reset',
    'List what else has access before a password is reset',
  )
    .input(z.strictObject({ token: exactText(512).min(1) }))
    .output(otherAccess)
    .errors(pick('INVALID_LINK')),
  /**
   * Ends all sessions and forgets devices. `deviceToken` makes this one known; null if it could not be. Removes passkeys and
   * location apps not in `keep`, or all if the address was unconfirmed.
   */
  resetPassword: anyone('POST /auth/password', 'reset_password', 'Set a password with the link of a mail')
    .input(
      z.strictObject({
        token: exactText(512).min(1),
        password: exactText(256),
        pin: exactText(16).optional(),
        /** The version of the consent text that was shown, as at sign-up, for people whose account was created for them. */
        consentVersion: consentVersionSchema.optional(),
        /** The ids from `preview_password_reset` that stay valid. */
        keep: z
          .array(id)
          .max(maxPasskeys + maxTrackers)
          .optional(),
      }),
    )
    .output(z.object({ reset: z.literal(true), deviceToken: z.string().nullable() }))
    .errors(pick('INVALID_LINK', 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON', 'PIN_INVALID')),
  /** Requires the password: the mail's reader may not have signed up, and a click would validate a stranger's password. */
  confirmEmail: anyone('POST /auth/confirm', 'confirm_email', 'Confirm the e-mail address of an account')
    .input(z.strictObject({ token: exactText(1024).min(1), password: exactText(256) }))
    .output(z.object({ confirmed: z.literal(true) }))
    .errors(pick('INVALID_LINK', 'WRONG_PASSWORD')),
  /** Sends the confirmation link again. The response does not reveal whether the address is waiting for one. */
  resendConfirmation: anyone(
    'POST /auth/confirmation',
    'resend_confirmation',
    'Mail the confirmation link again',
  )
    .input(z.strictObject({ email }))
    .output(z.object({ sent: z.literal(true) })),
  /** Ends all other sessions and forgets their devices. */
  changePassword: signedIn('PUT /auth/password', 'change_password', "Change one's own password")
    .input(z.strictObject({ currentPassword: exactText(256), newPassword: exactText(256) }))
    .output(z.object({ changed: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON')),
  /** The current one first, then by most recent use. */
  devices: signedIn('GET /auth/devices', 'list_devices', 'List the devices one is signed in on')
    .input(paging)
    .output(page(device))
    .errors(pick('CURSOR_INVALID')),
  /** Forgets the device too, unless it is the current session's. */
  revokeDevice: signedIn('DELETE /auth/devices/{sessionId}', 'revoke_device', "Sign one of one's devices out")
    .input(z.strictObject({ sessionId: id }))
    .output(z.object({ revoked: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** Requires the one-time token printed at startup of an empty installation. */
  setUpFirstAdmin: anyone('POST /auth/first-admin', 'set_up_first_admin', 'Create the first super admin')
    .input(signUpInput.extend({ setupToken: exactText(128) }))
    .output(z.object({ session, deviceToken: z.string() }))
    .errors(pick('INVALID_LINK', 'EMAIL_TAKEN', 'SIGN_UP_INVALID', 'PASSWORD_COMMON')),
}
