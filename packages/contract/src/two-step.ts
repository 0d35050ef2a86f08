import { recoveryCodesMost } from '@muster/domain/two-step.ts'
import { z } from 'zod'
import { signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { instant } from './ids.ts'
import { count } from './numbers.ts'
import { exactText, text } from './texts.ts'

/** A code of an authenticator app, or a recovery code, as it was typed. */
export const secondStepCode = text(40).min(1)

/** Shown once: only their hashes are kept. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).max(recoveryCodesMost) })
const password = z.strictObject({ password: exactText(256) })

/** The second step of signing in, which everybody may have: a code of an authenticator app. */
export const twoStep = {
  state: signedInProcedure
    .route({
      method: 'GET',
      path: '/auth/two-step',
      operationId: 'get_two_step_sign_in',
      summary: "Read the state of one's two-step sign-in",
      tags: ['two-step'],
    })
    .output(
      z.object({
        /** Since when there is a second step. */
        since: instant.nullable(),
        recoveryCodesLeft: count,
        /** Without a password one signs in elsewhere, which then looks after the second step. */
        hasPassword: z.boolean(),
      }),
    ),
  /** Makes the secret an authenticator app is given; `confirm` switches the second step on. The password proves who asks. */
  begin: signedInProcedure
    .route({
      method: 'POST',
      path: '/auth/two-step/setup',
      operationId: 'begin_two_step',
      summary: 'Begin setting up two-step sign-in',
      tags: ['two-step'],
    })
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
  confirm: signedInProcedure
    .route({
      method: 'PUT',
      path: '/auth/two-step',
      operationId: 'confirm_two_step',
      summary: 'Turn two-step sign-in on',
      tags: ['two-step'],
    })
    .input(z.strictObject({ code: secondStepCode }))
    .output(recoveryCodes)
    .errors(pick('SECOND_STEP_WRONG', 'TWO_STEP_ON', 'TWO_STEP_OFF')),
  /** New recovery codes; the old ones are dead in the same moment. */
  renewRecoveryCodes: signedInProcedure
    .route({
      method: 'POST',
      path: '/auth/two-step/recovery-codes',
      operationId: 'renew_recovery_codes',
      summary: 'Make new recovery codes',
      tags: ['two-step'],
    })
    .input(password)
    .output(recoveryCodes)
    .errors(pick('WRONG_PASSWORD', 'TWO_STEP_OFF')),
  /** A POST, so that the password stands in no address. */
  turnOff: signedInProcedure
    .route({
      method: 'POST',
      path: '/auth/two-step/end',
      operationId: 'turn_two_step_off',
      summary: 'Turn two-step sign-in off',
      tags: ['two-step'],
    })
    .input(password)
    .output(z.object({ off: z.literal(true) }))
    .errors(pick('WRONG_PASSWORD', 'TWO_STEP_OFF')),
}
