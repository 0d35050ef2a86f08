import { passkeysMost } from '@muster/domain/passkey.ts'
import { roles } from '@muster/domain/role.ts'
import { signUpModes } from '@muster/domain/sign-up.ts'
import { trackersMost } from '@muster/domain/tracker.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { consentGiven } from './consents.ts'
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
  createdAt: instant,
  updatedAt: instant,
})
export type Profile = z.infer<typeof profile>

/** An e-mail address as sign-up and the mailed links take it. */
export const email = fitting(z.email('Please enter a valid email address.').max(254), 'text')

export const device = z.object({
  sessionId: id,
  /** The browser's own words; the screen makes a name of it. */
  userAgent: z.string(),
  ipAddress: z.string(),
  signedInAt: instant,
  /** At most a quarter of an hour too early. */
  lastUsedAt: instant,
  current: z.boolean(),
})
export type Device = z.infer<typeof device>

/** The passkeys and location apps that work without the account's password, the newest first. */
export const otherAccess = z.object({
  passkeys: z.array(passkey).max(passkeysMost),
  locationApps: z.array(tracker.omit({ lastUnused: true })).max(trackersMost),
})
export type OtherAccess = z.infer<typeof otherAccess>

/** A date of birth: from 1900 to today. */
export const birthDate = fitting(
  z.iso
    .date('Please enter a valid date of birth')
    .refine(
      date => date >= '1900-01-01' && date <= new Date().toISOString().slice(0, 10),
      'Please enter a valid date of birth',
    ),
  'date',
)

/** Input of the sign-up form. The seven rules of the form are checked again by the server, in their order. */
export const signUpInput = z.strictObject({
  firstName: personName.min(1),
  lastName: personName.min(1),
  email,
  phone: phoneLine(40),
  dateOfBirth: birthDate,
  password: exactText(256),
  pin: exactText(16),
  /** The words about being located that were shown, where they were: creating the account agrees to them. */
  consentVersion: consentGiven.optional(),
})

const signedInAnswer = z.object({ session, landing, deviceToken: z.string() })

export const auth = {
  /** Facts for the sign-in and sign-up screens, before anyone is signed in. */
  settings: anyone('GET /auth/settings', 'get_auth_settings', 'Read the rules of sign-in and sign-up').output(
    z.object({
      passwordMin: z.int(),
      emailConfirmation: z.boolean(),
      /** Who creates an account: everybody, holders of an invitation link, or nobody. */
      signUp: z.enum(signUpModes),
      /** The words on its button; null where nobody signs in elsewhere. */
      singleSignOn: z.object({ name: z.string() }).nullable(),
      /** The origin that passkeys belong to; null where the address of this installation takes none. */
      passkeysAt: z.string().nullable(),
      /** How long readings are kept: what people agree to names it. */
      retentionDays: count,
      /** The hosts that maps make browsers ask; only the demo says so before anybody is signed in. */
      demoMapHosts: z.array(z.string()).max(20),
      demoSignIns: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
    }),
  ),
  signUp: anyone('POST /auth/sign-up', 'sign_up', "Create one's own account")
    .input(
      signUpInput.extend({
        /** The token of an invitation link, where sign-up asks for one. */
        invitation: exactText(128).min(1).optional(),
      }),
    )
    .output(z.object({ session: session.nullable(), deviceToken: z.string().nullable() }))
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
        /** Given by an earlier sign-in from this device: guesses of others then cannot keep it out. */
        deviceToken: exactText(128).optional(),
      }),
    )
    .output(signedInAnswer)
    .errors(pick('INVALID_CREDENTIALS', 'EMAIL_NOT_CONFIRMED', 'ACCOUNT_NOT_ACTIVE', 'SECOND_STEP_NEEDED')),
  /** Finishes a sign-in that was answered SECOND_STEP_NEEDED. A code counts once, a recovery code only ever once. */
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
  /** The options of `navigator.credentials.get`, and the ticket that their outcome is sent with. */
  beginPasskeySignIn: anyone(
    'POST /auth/sign-in/passkey/options',
    'begin_passkey_sign_in',
    'Begin signing in with a passkey',
  )
    .output(passkeyCeremony)
    .errors(pick('PASSKEYS_OFF')),
  /** A passkey stands for both steps: neither a password nor a code is asked. */
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
  /** Where the browser goes to sign in elsewhere, and the ticket with which it finishes that here. */
  beginSingleSignOn: anyone(
    'POST /auth/sign-in/single-sign-on/start',
    'begin_single_sign_on',
    'Begin single sign-on',
  )
    .output(z.object({ address: z.string(), ticket: z.string() }))
    .errors(pick('SSO_OFF', 'SSO_UNAVAILABLE')),
  /** Takes what the provider sent the browser back with, once, and the ticket of the browser that began it. */
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
  /** The signed-in user. `profile` is null while it cannot be read; the client then shows a fallback. */
  me: signedIn('GET /auth/me', 'get_current_user', 'Read the signed-in user and their session').output(
    z.object({
      user: z.object({ id, email: z.string(), emailVerified: z.boolean() }),
      profile: profile.nullable(),
      /** The database's own code when it refuses to read the profile, for which trying again is no use. */
      profileCode: z.literal('42P17').nullable(),
      landing,
      /** Their decision about being located; `unasked` until there is one. */
      consent: z.enum(['given', 'withdrawn', 'unasked']),
      session: z.object({ id, expiresAt: instant }),
      /** `requiredFrom`: when the installation asks a second step of who has none; nothing else is answered once it is `due`. */
      twoStep: z.object({ requiredFrom: instant.nullable(), due: z.boolean() }),
    }),
  ),
  /** Sends a link to set a new password; answers the same whether or not the address has an account. */
  requestPasswordReset: anyone(
    'POST /auth/password-reset',
    'request_password_reset',
    'Ask for a password reset link',
  )
    .input(z.strictObject({ email }))
    .output(z.object({ sent: z.literal(true) })),
  /**
   * Lists the passkeys and location apps of the account that a mailed link is for, so that the person who sets a new password decides
   * which stay. The link stays valid.
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
   * Sets the password with the token of the link; ends all sessions of the person and forgets their devices, but for the
   * one that sets it: it keeps `deviceToken`, null when it could not be made known. Passkeys and location apps that are not named
   * in `keep` end too.
   */
  resetPassword: anyone('POST /auth/password', 'reset_password', 'Set a password with the link of a mail')
    .input(
      z.strictObject({
        token: exactText(512).min(1),
        password: exactText(256),
        pin: exactText(16).optional(),
        /** As at sign-up: of who was given the account and sets it up now. */
        consentVersion: consentGiven.optional(),
        /** The ids from `preview_password_reset` that stay. */
        keep: z
          .array(id)
          .max(passkeysMost + trackersMost)
          .optional(),
      }),
    )
    .output(z.object({ reset: z.literal(true), deviceToken: z.string().nullable() }))
    .errors(pick('INVALID_LINK', 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON', 'PIN_INVALID')),
  /**
   * Confirms the e-mail address with the token of the link and the password of the account: whoever reads the mail may not
   * be who signed up, and their click alone would make a stranger's password good.
   */
  confirmEmail: anyone('POST /auth/confirm', 'confirm_email', 'Confirm the e-mail address of an account')
    .input(z.strictObject({ token: exactText(1024).min(1), password: exactText(256) }))
    .output(z.object({ confirmed: z.literal(true) }))
    .errors(pick('INVALID_LINK', 'WRONG_PASSWORD')),
  /** Sends the confirmation link again; answers the same whether or not the address waits for one. */
  resendConfirmation: anyone(
    'POST /auth/confirmation',
    'resend_confirmation',
    'Mail the confirmation link again',
  )
    .input(z.strictObject({ email }))
    .output(z.object({ sent: z.literal(true) })),
  /** Changes the password, ends all other sessions and forgets their devices. */
  changePassword: signedIn('PUT /auth/password', 'change_password', "Change one's own password")
    .input(z.strictObject({ currentPassword: exactText(256), newPassword: exactText(256) }))
    .output(z.object({ changed: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'PASSWORD_TOO_SHORT', 'PASSWORD_COMMON')),
  /** The devices the person is signed in on: this one, then the last used first. */
  devices: signedIn('GET /auth/devices', 'list_devices', 'List the devices one is signed in on')
    .input(paging)
    .output(page(device))
    .errors(pick('CURSOR_INVALID')),
  /** Signs one of the person's devices out and forgets it. */
  revokeDevice: signedIn('DELETE /auth/devices/{sessionId}', 'revoke_device', "Sign one of one's devices out")
    .input(z.strictObject({ sessionId: id }))
    .output(z.object({ revoked: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** Creates the first super admin of an empty installation with the one-time token printed at its start. */
  setUpFirstAdmin: anyone('POST /auth/first-admin', 'set_up_first_admin', 'Create the first super admin')
    .input(signUpInput.extend({ setupToken: exactText(128) }))
    .output(z.object({ session, deviceToken: z.string() }))
    .errors(pick('INVALID_LINK', 'EMAIL_TAKEN', 'SIGN_UP_INVALID', 'PASSWORD_COMMON')),
}
