import { msg } from '@lingui/core/runtime-macro'
import type { Mail } from '../../lib/mail.ts'
import { mailText } from '../../lib/texts/mail-text.ts'
import type { Delivery } from './deliveries.queries.ts'

/** Returns the path in the app, after the `#`, of the page about an alert's subject, or of the inbox if there is no such page. */
export function alertPath({
  metadata: { emergencyId, opens, endedAt, hazardId, broadcastId, answerTo, personId },
  zone_id: zone,
}: Pick<Delivery, 'metadata' | 'zone_id'>): string {
  if (emergencyId && opens === 'board') return `/emergencies/${emergencyId}`
  if (emergencyId && !endedAt) return opens === 'captain' ? '/captain' : '/dashboard'
  if (hazardId && zone) return `/hazards?hazard=${hazardId}&zone=${zone}`
  if (broadcastId) return `/broadcasts?broadcast=${broadcastId}`
  if (answerTo)
    return `/broadcasts?broadcast=${answerTo}${personId && zone ? `&person=${personId}&in=${zone}` : ''}`
  return '/alerts'
}

/** Builds the email about an alert, with a link to its subject. */
export const alertMail = (delivery: Delivery & { email: string }, publicUrl: string): Mail => ({
  to: delivery.email,
  ...mailText(delivery.language, delivery.title, [
    delivery.title,
    delivery.description,
    msg`Open it in Muster: ${{ link: `${publicUrl}/#${alertPath(delivery)}` }}`,
    msg`You can choose in Settings which alerts you get by email.`,
  ]),
})
