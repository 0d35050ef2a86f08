import { maxRecoveryCodes } from '@muster/domain/two-step.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { instant } from './ids.ts'
import { count } from './numbers.ts'
import { exactText, text } from './texts.ts'

const { signedIn } = callsTagged('two-step')

/** A code from an authenticator app, or a recovery code, as typed. */
export const secondStepCode = text(40).min(1)

/** Recovery codes, which can only be shown once because only their hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).max(maxRecoveryCodes) })
const password = z.strictObject({ password: exactText(256) })

/** The optional second step of sign-in: a code from an authenticator app. */
export const twoStep = {
  state: signedIn(
    'GET /auth/two-step',
    'get_two_step_sign_in',
    "Read the state of one's two-step sign-in",
  ).output(
    z.object({
      /** When the second step was set up; null if it is off. */
      since: instant.nullable(),
      recoveryCodesLeft: count,
      /** False for people who only use single sign-on; their provider is responsible for the second step. */
      hasPassword: z.boolean(),
    }),
  ),
  /** `confirm` then turns the second step on. The password proves the caller's identity. */
  begin: signedIn('POST /auth/two-step/setup', 'begin_two_step', 'Begin setting up two-step sign-in')
    .input(password)
    .output(
      z.object({
        /** Encoded as authenticator apps expect it (base 32). */
        secret: z.string(),
        /** The secret with the account name as a URI, for a QR code. */
        address: z.string(),
      }),
    )
    .errors(pick('WRONG_PASSWORD', 'TWO_STEP_ON')),
  /** With a code from the app. Ends the other sessions, which needed only one step. */
  confirm: signedIn('PUT /auth/two-step', 'confirm_two_step', 'Turn two-step sign-in on')
    .input(z.strictObject({ code: secondStepCode }))
    .output(recoveryCodes)
    .errors(pick('SECOND_STEP_WRONG', 'TWO_STEP_ON', 'TWO_STEP_OFF')),
  /** Creates new recovery codes; the old ones stop working immediately. */
  renewRecoveryCodes: signedIn(
    'POST /auth/two-step/recovery-codes',
    'renew_recovery_codes',
    'Make new recovery codes',
  )
    .input(password)
    .output(recoveryCodes)
    .errors(pick('WRONG_PASSWORD', 'TWO_STEP_OFF')),
  /** A POST, so that the password is not part of a URL. */
  turnOff: signedIn('POST /auth/two-step/end', 'turn_two_step_off', 'Turn two-step sign-in off')
    .input(password)
    .output(z.object({ off: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'TWO_STEP_OFF')),
}
