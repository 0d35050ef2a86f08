import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { applyAuth, authTopicKeys } from '../features/auth/auth.live.ts'
import { orpc } from '../lib/api.ts'
import { useMe } from '../lib/session/use-session.ts'
import { dispatchUserAddedToZone } from '../lib/session/zone-events.ts'
import { sessionStore } from '../lib/session-store.ts'
import type { FeedApplier, LiveHandlers } from '../live/appliers.ts'
import { FeedProvider } from '../live/feed-provider.tsx'
import { noticeLayer } from '../ui/toast/notice-layer.ts'
import { liveHandlers } from './live-handlers.ts'

/** The window event of the specification, for whoever listens to it. */
const sayAdded: FeedApplier = (_client, event, me) => {
  if (event.kind === 'membership.added' && event.userId === me) dispatchUserAddedToZone()
  return []
}

/** Before the zone is forgotten: its name is in the list. It comes on two topics; one notice. */
const sayRemoved: FeedApplier = (client, event, me) => {
  if (event.kind !== 'membership.removed' || event.userId !== me) return []
  const zones = client.getQueryData(orpc.zones.mine.queryKey())?.zones
  const name = zones?.find(({ id }) => id === event.zoneId)?.name
  if (name) noticeLayer.message(`You no longer belong to ${name}`, { id: `removed-${event.zoneId}` })
  return []
}

/** For those who may reset PINs there: nobody else is told. */
const sayPinResetAsked: FeedApplier = (client, event, me) => {
  if (event.kind !== 'pin.reset_asked' || event.userId === me) return []
  const { zoneId, userId, userName } = event
  const zones = client.getQueryData(orpc.zones.mine.queryKey())?.zones
  const zone = zones?.find(({ id }) => id === zoneId)?.name
  noticeLayer.message(`${userName} cannot enter ${zone ?? 'a zone'}`, {
    id: `pin-${userId}`,
    text: 'Their PIN is locked. They ask you to reset it: App Users, their details.',
    durationMs: Number.POSITIVE_INFINITY,
  })
  return []
}

const handlers: LiveHandlers = {
  appliers: [sayRemoved, sayPinResetAsked, ...liveHandlers.appliers, applyAuth, sayAdded],
  topicKeys: [...liveHandlers.topicKeys, authTopicKeys],
}

const expire = (token: string) => sessionStore.expire(token)

/** The feed of who is signed in. When the server ends the session (revoked, suspended), the person is signed out here. */
export function SessionFeed({ children }: { children: ReactNode }) {
  const { userId } = useMe()
  const token = useSyncExternalStore(sessionStore.subscribe, () => sessionStore.get()?.token ?? '')
  const sayOutdated = useCallback(() => {
    noticeLayer.message('Muster was updated', {
      id: 'outdated',
      text: 'Reload the page to go on with the new version.',
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: 'Reload', run: () => window.location.reload() },
    })
  }, [])
  return (
    <FeedProvider
      token={token}
      userId={userId}
      handlers={handlers}
      onSignedOut={expire}
      onOutdated={sayOutdated}
    >
      {children}
    </FeedProvider>
  )
}
