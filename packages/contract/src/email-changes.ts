import { z } from 'zod'
import { email } from './auth.ts'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { instant } from './ids.ts'
import { exactText } from './texts.ts'

const { anyone, signedIn } = callsTagged('auth')

/** A change waiting for confirmation at the new address. */
export const pendingEmail = z.object({ newEmail: z.string(), askedAt: instant })

const token = exactText(512).min(1)

/**
 * The calls that change the email address of an account. The person or an administrator requests the change, a link to the new
 * address confirms it, and a link to the old address contests it.
 */
export const emailChanges = {
  /** Returns the caller's pending change, or null. */
  mine: signedIn(
    'GET /auth/email',
    'get_email_change',
    "Read the waiting change of one's e-mail address",
  ).output(z.object({ pending: pendingEmail.nullable() })),
  /** Emails a confirmation link to the new address, and one to contest the change to the old. Replaces an earlier request. */
  request: signedIn('POST /auth/email', 'request_email_change', "Change one's own e-mail address")
    .input(z.strictObject({ email, password: exactText(256) }))
    .output(z.object({ pending: pendingEmail.nullable() }))
    .errors(pick('WRONG_PASSWORD', 'USER_EXISTS')),
  /** Cancels the pending change. Does nothing if there is none. */
  cancel: signedIn(
    'DELETE /auth/email',
    'cancel_email_change',
    "Cancel the waiting change of one's e-mail address",
  ).output(z.object({ cancelled: z.literal(true) })),
  /**
   * Changes the account's address, with the token from the link sent to the new address and the account's password, if it has
   * one. The new address may belong to somebody else, whose click alone must not bind it to a stranger's account.
   */
  confirm: anyone(
    'POST /auth/email/confirmation',
    'confirm_email_change',
    'Confirm a changed e-mail address with the link of a mail',
  )
    .input(z.strictObject({ token, password: exactText(256).optional() }))
    .output(z.object({ email: z.string() }))
    .errors(pick('INVALID_LINK', 'WRONG_PASSWORD', 'USER_EXISTS')),
  /**
   * Cancels the change, or undoes it within a week, with the token from the link sent to the old address. Undoing ends all
   * sessions and emails a link for setting a new password to the old address. If the change was requested with the password, that
   * password stops working too.
   */
  object: anyone(
    'POST /auth/email/objection',
    'object_email_change',
    'Stop or take back a changed e-mail address',
  )
    .input(z.strictObject({ token }))
    .output(z.object({ outcome: z.enum(['cancelled', 'taken_back']), email: z.string() }))
    .errors(pick('INVALID_LINK', 'USER_EXISTS')),
}
