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

/** Somebody requests the change, a link to the new address confirms it, and a link to the old one contests it. */
export const emailChanges = {
  /** Returns the caller's pending change, or null. */
  mine: signedIn(
    'GET /auth/email',
    'get_email_change',
    "Read the waiting change of one's e-mail address",
  ).output(z.object({ pending: pendingEmail.nullable() })),
  /** Mails a link to confirm to the new address, and one to contest to the old. Replaces an earlier request. */
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
  /** Requires the password, if any: the new address may be somebody else's, whose click must not bind it to a stranger's account. */
  confirm: anyone(
    'POST /auth/email/confirmation',
    'confirm_email_change',
    'Confirm a changed e-mail address with the link of a mail',
  )
    .input(z.strictObject({ token, password: exactText(256).optional() }))
    .output(z.object({ email: z.string() }))
    .errors(pick('INVALID_LINK', 'WRONG_PASSWORD', 'USER_EXISTS')),
  /**
   * Undoes it within a week, by the link to the old address. Undoing ends all sessions and mails a link for a new password; a
   * password that requested the change stops working.
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
