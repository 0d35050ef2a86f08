import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { connectionStore } from '../lib/connection-store.ts'
import { Tag } from './tag.tsx'

/** Says when what one sees may be late. Silent while the feed is live. */
export function ConnectionIndicator() {
  const state = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  return (
    <span role="status">
      {state === 'connecting' && (
        <Tag tone="caution" icon={IconRefresh}>
          Reconnecting…
        </Tag>
      )}
      {state === 'offline' && (
        <Tag tone="caution" icon={IconPlugConnectedX}>
          Not live
        </Tag>
      )}
    </span>
  )
}
