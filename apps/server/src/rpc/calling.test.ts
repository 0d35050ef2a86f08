import { expect, it, vi } from 'vitest'
import { asSignedIn } from './calling.ts'
import { createConcurrencyLimits } from './concurrency-limits.ts'
import type { RequestContext } from './context.ts'

it('too many attempts are refused before anything is read, while other calls continue', async () => {
  const actor = { sessionId: 'session', userId: 'person', role: 'user', email: 'asha@example.org' }
  const concurrency = createConcurrencyLimits(() => 0)
  const context = {
    token: 'token',
    ip: '192.0.2.1',
    sessions: { held: () => actor },
    concurrency,
    createLinks: () => '',
    trace: { accountId: null },
  }
  const call = (isAttempt: boolean) => {
    const work = vi.fn(async () => 'read')
    const answer = asSignedIn(
      context as unknown as RequestContext,
      { beforeTwoStep: false, tries: isAttempt },
      work,
    )
    return { work, answer }
  }
  expect(await call(true).answer).toBe('read')
  while (await concurrency.ofTries(actor.userId, async () => true).catch(() => false));
  const refusedCall = call(true)
  await expect(refusedCall.answer).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(refusedCall.work).not.toHaveBeenCalled()
  expect(await call(false).answer).toBe('read')
})
