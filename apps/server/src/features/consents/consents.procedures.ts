import type { ChangesCaches } from '../../live/event-rules.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { readConsent } from './consents.queries.ts'
import { noteConsent } from './note-consent.ts'

/** Limits decisions per person, because each adds a permanent row. */
const decisionLimit = { name: 'consent', points: 20, seconds: 60 * 60 }

const OWNER_REASON = 'requests may not write what people decided'

/** Procedures for the actor's own location consent; they use only the actor's id. */
export function consentProcedures({ env, caches: { members } }: Platform & ChangesCaches<'members'>) {
  const retentionDays = env.RETENTION_DAYS
  return {
    mine: api.consents.mine.use(signedIn()).handler(async ({ context: { tx, actor } }) => ({
      consent: await readConsent(tx, actor.userId),
      retentionDays,
    })),

    give: api.consents.give
      .use(signedIn(null, { asOwner: OWNER_REASON, rateLimit: decisionLimit }))
      .handler(async ({ context: { tx, actor, afterCommit }, input: { at } }) => {
        await noteConsent(tx, actor.userId, { decision: 'given', askedAt: at, retentionDays })
        afterCommit(() => members.forgetUser(actor.userId))
        return { consent: await readConsent(tx, actor.userId), retentionDays }
      }),

    withdraw: api.consents.withdraw
      .use(signedIn(null, { asOwner: OWNER_REASON, rateLimit: decisionLimit }))
      .handler(async ({ context: { tx, actor, afterCommit } }) => {
        await noteConsent(tx, actor.userId, { decision: 'withdrawn', askedAt: 'settings', retentionDays })
        afterCommit(() => members.forgetUser(actor.userId))
        return { consent: await readConsent(tx, actor.userId), retentionDays }
      }),
  }
}
