import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { resetTwoStep } from './reset-two-step.ts'
import { setAccountStatus, setAccountStatuses } from './set-account-status.ts'

/** Limits how often each admin changes the status of several accounts. */
const statusesLimit = { name: 'account-statuses', points: 120, seconds: 60 * 60 }

/** In the contract these procedures are under `security`, because the Security page uses them. */
export function accountStatusProcedures({ mailQueue }: Pick<Platform, 'mailQueue'>) {
  return {
    setAccountStatus: api.security.setAccountStatus
      .use(signedIn('set_user_status', { asOwner: 'requests may not write the status of an account' }))
      .handler(async ({ context: { tx, actor, sessions, afterCommit }, input }) => {
        await setAccountStatus(tx, actor, input)
        // This node drops the sessions immediately; other nodes follow through the feed.
        afterCommit(() => sessions.forget({ userId: input.userId }))
        return input
      }),

    setAccountStatuses: api.security.setAccountStatuses
      .use(
        signedIn('set_user_status', {
          rateLimit: statusesLimit,
          asOwner: 'requests may not write the status of an account',
        }),
      )
      .handler(async ({ context: { tx, actor, sessions, afterCommit }, input }) => {
        const result = await setAccountStatuses(tx, actor, input)
        afterCommit(() => {
          for (const userId of result.set) sessions.forget({ userId })
        })
        return result
      }),

    resetTwoStep: api.security.resetTwoStep
      .use(signedIn('set_user_status', { asOwner: 'requests may not write sign-in data' }))
      .handler(async ({ context: { tx, actor, sessions, afterCommit }, input: { userId } }) => {
        await resetTwoStep({ tx, mails: mailQueue }, actor, userId)
        afterCommit(() => sessions.forget({ userId }))
        return { userId }
      }),
  }
}
