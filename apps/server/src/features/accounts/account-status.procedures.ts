import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { resetTwoStep } from './reset-two-step.ts'
import { setAccountStatus, setAccountStatuses } from './set-account-status.ts'

/** Limits how often each admin changes the status of several accounts. */
const statusesLimit = { name: 'account-statuses', points: 120, seconds: 60 * 60 }

/** They belong to the Security page, so they are called `security.…`. */
export function accountStatusProcedures({ mailQueue }: Pick<Platform, 'mailQueue'>) {
  return {
    setAccountStatus: api.security.setAccountStatus
      .use(signedIn('set_user_status', { asOwner: 'the status of an account is writable by no request' }))
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
          asOwner: 'the status of an account is writable by no request',
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
      .use(signedIn('set_user_status', { asOwner: 'sign-in data is writable by no request' }))
      .handler(async ({ context: { tx, actor, sessions, afterCommit }, input: { userId } }) => {
        await resetTwoStep({ tx, mails: mailQueue }, actor, userId)
        afterCommit(() => sessions.forget({ userId }))
        return { userId }
      }),
  }
}
