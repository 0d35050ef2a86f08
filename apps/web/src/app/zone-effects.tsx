import { adminTopic, userTopic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '../lib/api.ts'
import { entryNews } from '../lib/session/entry-news.ts'
import { useMe } from '../lib/session/use-session.ts'
import { clearZoneSelection, userAddedToZone } from '../lib/session/zone-events.ts'
import { zoneSelectionStore } from '../lib/session/zone-selection-store.ts'
import { sessionStore } from '../lib/session-store.ts'
import { useFeed, useFeedTopic } from '../live/use-feed.ts'

/**
 * Listens to the two window events and to other tabs, and follows what decides which zones there are: the person's own
 * topic, and for internal admins, who see every zone, that of all zones. Mounted once, behind the authentication guard,
 * in the feed.
 */
export function ZoneEffects() {
  const client = useQueryClient()
  const feed = useFeed()
  const { userId, profile } = useMe()
  useFeedTopic(userTopic(userId))
  useFeedTopic(isInternalAdmin(profile.role) ? adminTopic : undefined)

  useEffect(() => {
    const clear = () => {
      zoneSelectionStore.clear()
      // Signed out, there is nobody to ask again for.
      const filter = { queryKey: orpc.zones.mine.key() }
      if (sessionStore.get() === null) client.removeQueries(filter)
      else void client.resetQueries(filter)
    }
    const recompute = () => void client.invalidateQueries({ queryKey: orpc.zones.mine.key() })
    window.addEventListener(clearZoneSelection, clear)
    window.addEventListener(userAddedToZone, recompute)
    return () => {
      window.removeEventListener(clearZoneSelection, clear)
      window.removeEventListener(userAddedToZone, recompute)
    }
  }, [client])

  useEffect(
    () =>
      entryNews.subscribe(() => {
        void client.invalidateQueries({ queryKey: orpc.zones.mine.key() })
        // The feed refused this tab the zone's topic until now.
        feed?.watchAgain()
      }),
    [client, feed],
  )

  return null
}
