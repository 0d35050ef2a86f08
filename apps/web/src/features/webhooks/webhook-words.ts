import type { WebhookDelivery } from '@muster/contract/webhooks.ts'

type Kind = WebhookDelivery['kind']

/** The names of the events, in the form and the log. */
export const kindNames: Record<Kind, string> = {
  'presence.entered': 'Somebody entered',
  'presence.left': 'Somebody left',
  'sharing.started': 'Somebody shares their position',
  'sharing.ended': 'Somebody shares it no more',
  'hazard.reported': 'A notification was reported',
  'hazard.changed': 'A notification changed',
  'broadcast.sent': 'A broadcast was sent',
  'zone.created': 'Zone created',
  'zone.updated': 'Zone changed',
  'zone.suspended': 'Zone suspended',
  'zone.deleted': 'Zone deleted',
  'membership.added': 'Person added to a zone',
  'membership.accepted': 'Invitation accepted',
  'membership.changed': 'Role in a zone changed',
  'membership.removed': 'Person removed from a zone',
  ping: 'Test',
}

/** The reason why the last attempt failed, and the number of attempts: "It was answered with 500 · 3 tries". */
export function outcomeWords({ problem, status, attempts, state }: WebhookDelivery): string {
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  if (state === 'delivered') return `Answered with ${status} · ${tries}`
  if (attempts === 0) return 'Not tried yet'
  return `${problem ?? 'Failed'} · ${tries}`
}
