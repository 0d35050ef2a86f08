import { recoveryCodesMost } from '@muster/domain/two-step.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { instant } from './ids.ts'
import { count } from './numbers.ts'
import { exactText, text } from './texts.ts'

const { signedIn } = callsTagged('two-step')

/** A code of an authenticator app, or a recovery code, as it was typed. */
export const secondStepCode = text(40).min(1)

/** Shown once: only their hashes are kept. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).max(recoveryCodesMost) })
const password = z.strictObject({ password: exactText(256) })

/** The second step of signing in, which everybody may have: a code of an authenticator app. */
export const twoStep = {
  state: signedIn(
    'GET /auth/two-step',
    'get_two_step_sign_in',
    "Read the state of one's two-step sign-in",
  ).output(
    z.object({
      /** Since when there is a second step. */
      since: instant.nullable(),
      recoveryCodesLeft: count,
      /** Without a password one signs in elsewhere, which then looks after the second step. */
      hasPassword: z.boolean(),
    }),
  ),
  /** Makes the secret an authenticator app is given; `confirm` switches the second step on. The password proves who asks. */
  begin: signedIn('POST /auth/two-step/setup', 'begin_two_step', 'Begin setting up two-step sign-in')
    .input(password)
    .output(
      z.object({
        /** In the letters that authenticator apps take (base 32). */
        secret: z.string(),
        /** The same and whose it is, for a QR code. */
        address: z.string(),
      }),
    )
    .errors(pick('WRONG_PASSWORD', 'TWO_STEP_ON')),
  /** Switches it on with a code of the app, and ends the person's other sessions, which one step opened. */
  confirm: signedIn('PUT /auth/two-step', 'confirm_two_step', 'Turn two-step sign-in on')
    .input(z.strictObject({ code: secondStepCode }))
    .output(recoveryCodes)
    .errors(pick('SECOND_STEP_WRONG', 'TWO_STEP_ON', 'TWO_STEP_OFF')),
  /** New recovery codes; the old ones are dead in the same moment. */
  renewRecoveryCodes: signedIn(
    'POST /auth/two-step/recovery-codes',
    'renew_recovery_codes',
    'Make new recovery codes',
  )
    .input(password)
    .output(recoveryCodes)
    .errors(pick('WRONG_PASSWORD', 'TWO_STEP_OFF')),
  /** A POST, so that the password stands in no address. */
  turnOff: signedIn('POST /auth/two-step/end', 'turn_two_step_off', 'Turn two-step sign-in off')
    .input(password)
    .output(z.object({ off: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'TWO_STEP_OFF')),
}
