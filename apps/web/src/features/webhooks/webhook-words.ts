import { t } from '@lingui/core/macro'
import type { WebhookDelivery } from '@muster/contract/webhooks.ts'

type Kind = WebhookDelivery['kind']

/** The names of the events, in the form and the log. */
export const kindNames: Record<Kind, string> = {
  'presence.entered': t`Somebody entered`,
  'presence.left': t`Somebody left`,
  'sharing.started': t`Somebody shares their position`,
  'sharing.ended': t`Somebody shares it no more`,
  'hazard.reported': t`A notification was reported`,
  'hazard.changed': t`A notification changed`,
  'broadcast.sent': t`A broadcast was sent`,
  'zone.created': t`Zone created`,
  'zone.updated': t`Zone changed`,
  'zone.suspended': t`Zone suspended`,
  'zone.deleted': t`Zone deleted`,
  'membership.added': t`Person added to a zone`,
  'membership.accepted': t`Invitation accepted`,
  'membership.changed': t`Role in a zone changed`,
  'membership.removed': t`Person removed from a zone`,
  ping: t`Test`,
}

/** The reason why the last attempt failed, and the number of attempts: "It was answered with 500 · 3 tries". */
export function outcomeWords({ problem, status, attempts, state }: WebhookDelivery): string {
  const tries = attempts === 1 ? t`1 try` : t`${attempts} tries`
  if (state === 'delivered') return t`Answered with ${status ?? ''} · ${tries}`
  if (attempts === 0) return t`Not tried yet`
  return `${problem ?? t`Failed`} · ${tries}`
}
