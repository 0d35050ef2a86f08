import { t } from '@lingui/core/macro'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { isNotFound } from '../../lib/error-text.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { BroadcastDetails } from './broadcast-details.tsx'
import type { Recipients } from './recipient-list.tsx'

/** Polling interval in milliseconds while a call for help is unread. */
const helpSeenDelayMs = 15_000

type Props = {
  drawer: { opened: boolean; onClose: () => void; of: string | undefined }
  row: Broadcast | undefined
  recipients: Recipients
}

export function BroadcastDrawer({ drawer, row, recipients }: Props) {
  const { of: broadcastId = '', opened } = drawer
  const query = useQuery({
    ...orpc.broadcasts.get.queryOptions({ input: { broadcastId } }),
    enabled: opened,
    // The feed does not publish that somebody else has read an alert, so poll.
    refetchInterval: ({ state }) => (state.data?.help?.seenBy.length === 0 ? helpSeenDelayMs : false),
  })
  const { data: broadcast, error } = query
  return (
    <DetailDrawer {...drawer} title={broadcast?.title ?? row?.title ?? t`Broadcast`}>
      {broadcast ? (
        <BroadcastDetails key={broadcast.id} broadcast={broadcast} recipients={recipients} />
      ) : isNotFound(error) ? (
        <NotAllowed
          title={t`This broadcast isn’t available`}
          text={t`It was removed, or it wasn’t sent to you.`}
        />
      ) : (
        <Loaded query={query} failure={t`Failed to load broadcasts data`} skeleton={3} />
      )}
    </DetailDrawer>
  )
}
