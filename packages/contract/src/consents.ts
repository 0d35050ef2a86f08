import { consentVersion } from '@muster/domain/consent.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { instant } from './ids.ts'
import { count } from './numbers.ts'

const { signedIn } = callsTagged('consents')

/** Somebody's last decision about being located; null where they were not asked yet. */
export const consent = z.object({
  decision: z.enum(['given', 'withdrawn']),
  /** Version of the words that were shown. */
  version: count,
  /** How long readings were to be kept then. */
  retentionDays: count,
  decidedAt: instant,
})
export type Consent = z.infer<typeof consent>

/** The words that somebody was shown and agrees to; none but those of today can be agreed to. */
export const consentGiven = z.literal(consentVersion)

const answer = z.object({
  consent: consent.nullable(),
  /** Days that readings are kept, by the words of today. */
  retentionDays: count,
})

export const consents = {
  /** One's own consent to being located. */
  mine: signedIn('GET /consents/mine', 'get_my_consent', "Read one's own consent to being located").output(
    answer,
  ),
  give: signedIn('POST /consents/mine', 'give_consent', 'Give consent to being located')
    .input(z.strictObject({ version: consentGiven, at: z.enum(['sign_in', 'settings']) }))
    .output(answer),
  /** From now on no positions are taken, and sharing ends. What is recorded stays until its days are over. */
  withdraw: signedIn(
    'POST /consents/withdrawal',
    'withdraw_consent',
    'Withdraw consent to being located',
  ).output(answer),
}
