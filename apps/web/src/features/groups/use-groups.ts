import type { Group } from '@muster/contract/groups.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useFeedTopic } from '../../live/use-feed.ts'

/** The groups of the selected zone; internal admins who chose none see those of all zones. */
export function useGroups(search?: string) {
  const { zone, isZoneBound } = useSelectedZone()
  useFeedTopic(zone && zoneTopic(zone.id))
  const filter = search ? { search } : {}
  const ofZone = usePages<Group>({
    ...orpc.groups.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId: zone?.id ?? '', cursor, ...filter }),
      ...byCursor,
    }),
    enabled: zone !== undefined,
  })
  const ofAll = usePages<Group>({
    ...orpc.groups.all.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, ...filter }),
      ...byCursor,
    }),
    enabled: zone === undefined && !isZoneBound,
  })
  return zone ? ofZone : ofAll
}
