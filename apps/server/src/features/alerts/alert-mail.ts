import { msg } from '@lingui/core/runtime-macro'
import type { Mail } from '../../lib/mail.ts'
import { mailText } from '../../lib/texts/mail-text.ts'
import type { Delivery } from './deliveries.queries.ts'

/** The path in the app to the subject of an alert: the part after `#`. */
export function alertPath({
  metadata: { hazardId, broadcastId, answerTo, personId },
  zone_id: zone,
}: Pick<Delivery, 'metadata' | 'zone_id'>): string {
  if (hazardId && zone) return `/hazards?hazard=${hazardId}&zone=${zone}`
  if (broadcastId) return `/broadcasts?broadcast=${broadcastId}`
  if (answerTo)
    return `/broadcasts?broadcast=${answerTo}${personId && zone ? `&person=${personId}&in=${zone}` : ''}`
  return '/alerts'
}

/** Builds the email of an alert, with a link to its subject. */
export const alertMail = (delivery: Delivery & { email: string }, publicUrl: string): Mail => ({
  to: delivery.email,
  ...mailText(delivery.language, delivery.title, [
    delivery.title,
    delivery.description,
    msg`Open it in Muster: ${{ link: `${publicUrl}/#${alertPath(delivery)}` }}`,
    msg`You can choose in Settings which alerts you get by email.`,
  ]),
})
