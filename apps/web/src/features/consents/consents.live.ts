import type { Consent } from '@muster/contract/consents.ts'
import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchQuery } from '../../live/patch-query.ts'

type MyConsent = { consent: Consent | null; retentionDays: number }

/** One's own consent, which one's own topic keeps up to date. */
export function consentsTopicKeys(topic: Topic, me: string): QueryKey[] {
  return topic.kind === 'user' && topic.id === me ? [orpc.consents.mine.key()] : []
}

/** One decided about being located, on whatever device. An older decision changes nothing. */
export function applyConsents(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  if (event.kind !== 'consent.changed' || event.userId !== me) return []
  const { consent } = event
  return [
    ...patchQuery(client, orpc.consents.mine.queryKey(), (data: MyConsent) =>
      data.consent && data.consent.decidedAt >= consent.decidedAt ? data : { ...data, consent },
    ),
    orpc.auth.me.key(),
    // Without consent one's own state in every zone is unknown again.
    orpc.presence.mine.key(),
  ]
}
