import { api, signedIn } from '../../../rpc/base.ts'
import type { SignedInContext } from '../../../rpc/context.ts'
import type { SecretKey } from './consume-code.ts'
import { beginSetup, confirmSetup, disableTwoStep, renewRecoveryCodes } from './set-up-two-step.ts'
import { readTwoStep } from './two-step.queries.ts'

const OWNER_REASON = 'requests may neither read nor write sign-in data'
const NO_TX_REASON = 'no connection waits for the hash of a password'

export type OwnPassword = {
  /** Verifies the actor's password. Throws WRONG_PASSWORD or TOO_MANY_REQUESTS. */
  readonly requireOwnPassword: (context: SignedInContext, password: string) => Promise<unknown>
}

/**
 * Procedures that manage one's own second step. People who are required to set it up, but have not done so yet, can call
 * `state`, `begin` and `confirm`.
 */
export function twoStepProcedures(key: SecretKey, { requireOwnPassword }: OwnPassword) {
  return {
    state: api.twoStep.state
      .use(signedIn(null, { asOwner: OWNER_REASON, beforeTwoStep: true }))
      .handler(async ({ context: { tx, actor } }) => {
        const { since, ...status } = await readTwoStep(tx, actor.userId)
        return { since: since?.toISOString() ?? null, ...status }
      }),

    begin: api.twoStep.begin
      .use(signedIn(null, { withoutTx: NO_TX_REASON, beforeTwoStep: true }))
      .handler(async ({ context, input: { password } }) => {
        await requireOwnPassword(context, password)
        return context.db.asOwner(OWNER_REASON, tx => beginSetup(tx, key, context.actor))
      }),

    confirm: api.twoStep.confirm
      .use(signedIn(null, { asOwner: OWNER_REASON, beforeTwoStep: true }))
      .handler(async ({ context: { tx, actor, sessions, afterCommit }, input: { code } }) => {
        const recoveryCodes = await confirmSetup(tx, key, actor, code)
        afterCommit(() => sessions.forget({ userId: actor.userId }))
        return { recoveryCodes }
      }),

    renewRecoveryCodes: api.twoStep.renewRecoveryCodes
      .use(signedIn(null, { withoutTx: NO_TX_REASON }))
      .handler(async ({ context, input: { password } }) => {
        await requireOwnPassword(context, password)
        return {
          recoveryCodes: await context.db.asOwner(OWNER_REASON, tx => renewRecoveryCodes(tx, context.actor)),
        }
      }),

    turnOff: api.twoStep.turnOff
      .use(signedIn(null, { withoutTx: NO_TX_REASON }))
      .handler(async ({ context, input: { password } }) => {
        await requireOwnPassword(context, password)
        await context.db.asOwner(OWNER_REASON, tx => disableTwoStep(tx, context.actor))
        context.sessions.forget({ userId: context.actor.userId })
        return { off: true as const }
      }),
  }
}
