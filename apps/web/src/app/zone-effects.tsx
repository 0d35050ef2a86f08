import { adminTopic, everyoneTopic, userTopic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '../lib/api.ts'
import { entryNews } from '../lib/session/entry-news.ts'
import { ownZonesKeys, zoneNamesById } from '../lib/session/own-zones.ts'
import { useMe } from '../lib/session/use-session.ts'
import { clearZoneSelectionEvent, userAddedToZoneEvent } from '../lib/session/zone-events.ts'
import { zoneSelectionStore } from '../lib/session/zone-selection-store.ts'
import { sessionStore } from '../lib/session-store.ts'
import { useFeed, useFeedTopic } from '../live/use-feed.ts'

/**
 * Handles the window events `clearZoneSelection` and `userAddedToZone` and zone entries from other tabs. Follows the topics that
 * determine the available zones: the person's own topic and, for internal admins, who see every zone, the topic for all zones. Also
 * follows the topic for everybody. Mounted once, behind the authentication guard, inside the feed.
 */
export function ZoneEffects() {
  const client = useQueryClient()
  const feed = useFeed()
  const { userId, profile } = useMe()
  useFeedTopic(userTopic(userId))
  // Broadcasts to all zones are announced only on this topic.
  useFeedTopic(everyoneTopic)
  useFeedTopic(isInternalAdmin(profile.role) ? adminTopic : undefined)

  const zones = useQuery({ ...orpc.zones.mine.queryOptions(), enabled: false }).data?.zones
  useEffect(() => {
    for (const { id, name } of zones ?? []) zoneNamesById.set(id, name)
  }, [zones])
  useEffect(() => () => zoneNamesById.clear(), [])

  useEffect(() => {
    const resetOwnZones = () => {
      zoneSelectionStore.clear()
      // After a sign-out there is nothing to refetch.
      for (const queryKey of ownZonesKeys())
        if (sessionStore.get() === null) client.removeQueries({ queryKey })
        else void client.resetQueries({ queryKey })
    }
    const refetchOwnZones = () => {
      for (const queryKey of ownZonesKeys()) void client.invalidateQueries({ queryKey })
    }
    window.addEventListener(clearZoneSelectionEvent, resetOwnZones)
    window.addEventListener(userAddedToZoneEvent, refetchOwnZones)
    return () => {
      window.removeEventListener(clearZoneSelectionEvent, resetOwnZones)
      window.removeEventListener(userAddedToZoneEvent, refetchOwnZones)
    }
  }, [client])

  useEffect(
    () =>
      entryNews.subscribe(() => {
        for (const queryKey of ownZonesKeys()) void client.invalidateQueries({ queryKey })
        // Until now the feed rejected this tab's subscription to the zone's topic.
        feed?.watchAgain()
      }),
    [client, feed],
  )

  return null
}
