import { plural, t } from '@lingui/core/macro'
import type { WebhookDelivery } from '@muster/contract/webhooks.ts'
import { disabledWebhookProblem } from '@muster/domain/webhook.ts'

type DeliveryKind = WebhookDelivery['kind']

export const kindNames: Record<DeliveryKind, string> = {
  'presence.entered': t`Person entered a zone`,
  'presence.left': t`Person left a zone`,
  'visitor.signed_in': t`Visitor signed in`,
  'visitor.signed_out': t`Visitor signed out`,
  'sharing.started': t`Person started sharing their position`,
  'sharing.ended': t`Person stopped sharing their position`,
  'hazard.reported': t`Hazard reported`,
  'hazard.changed': t`Hazard changed`,
  'broadcast.sent': t`Broadcast sent`,
  'emergency.declared': t`Emergency or drill declared`,
  'emergency.help': t`Person needs help in an emergency`,
  'badge.in': t`Badge came in`,
  'badge.out': t`Badge went out`,
  'emergency.all_clear': t`All clear given`,
  'zone.created': t`Zone created`,
  'zone.updated': t`Zone changed`,
  'zone.suspended': t`Zone suspended`,
  'zone.deleted': t`Zone deleted`,
  'membership.added': t`Person added to a zone`,
  'membership.accepted': t`Invitation accepted`,
  'membership.changed': t`Zone role changed`,
  'membership.removed': t`Person removed from a zone`,
  ping: t`Test`,
}

/** "Responded with 500 · 3 attempts". Network errors are shown in English, as the server received them. */
export function outcomeText({ problem, status, attempts, state }: WebhookDelivery): string {
  if (state !== 'delivered' && attempts === 0) return t`Not sent yet`
  const result =
    status !== null
      ? t`Responded with ${{ status }}`
      : problem === disabledWebhookProblem
        ? t`The webhook was turned off`
        : (problem ?? t`Failed`)
  return `${result} · ${t`${plural(attempts, { one: '# attempt', other: '# attempts' })}`}`
}
