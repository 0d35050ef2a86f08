import type { FeedEvent } from '@muster/contract/feed.ts'
import type { MyDownload } from '@muster/contract/my-data.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchQuery } from '../../live/patch-query.ts'

type Answer = { download: MyDownload | null }

/** What one's own topic keeps up to date of the settings. */
export function settingsTopicKeys(topic: Topic, me: string): QueryKey[] {
  return topic.kind === 'user' && topic.id === me ? [orpc.settings.download.key()] : []
}

/** One's own download came further. The end of one that was replaced already is none, and none comes back. */
export function applySettings(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  if (event.kind !== 'data_download.changed' || event.userId !== me) return []
  const { download } = event
  return patchQuery<Answer>(client, orpc.settings.download.queryKey(), data => {
    if (!download) return undefined
    const isOlder = data.download && data.download.requestedAt > download.requestedAt
    return isOlder ? data : { download }
  })
}
