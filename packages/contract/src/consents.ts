import { consentVersion } from '@muster/domain/consent.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { instant } from './ids.ts'
import { count } from './numbers.ts'

const { signedIn } = callsTagged('consents')

/** A person's latest decision on location tracking. Responses contain null in its place if they have not been asked yet. */
export const consent = z.object({
  decision: z.enum(['given', 'withdrawn']),
  /** The version of the text that was shown. */
  version: count,
  /** The retention period stated at the time, in days. */
  retentionDays: count,
  decidedAt: instant,
})
export type Consent = z.infer<typeof consent>

/** The version of the consent text being agreed to; only the current one is accepted. */
export const consentVersionSchema = z.literal(consentVersion)

const answer = z.object({
  consent: consent.nullable(),
  /** The retention period stated by the current text, in days. */
  retentionDays: count,
})

export const consents = {
  mine: signedIn('GET /consents/mine', 'get_my_consent', "Read one's own consent to being located").output(
    answer,
  ),
  give: signedIn('POST /consents/mine', 'give_consent', 'Give consent to being located')
    .input(z.strictObject({ version: consentVersionSchema, at: z.enum(['sign_in', 'settings']) }))
    .output(answer),
  /**
   * Stops location readings and sharing, ends open visits, and hides the caller's last position and readings from others. Recorded
   * data is kept until its retention period ends.
   */
  withdraw: signedIn(
    'POST /consents/withdrawal',
    'withdraw_consent',
    'Withdraw consent to being located',
  ).output(answer),
}
