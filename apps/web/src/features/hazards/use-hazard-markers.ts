import { zoneTopic } from '@muster/contract/topic.ts'
import { hazardSeverities } from '@muster/domain/hazard.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import type { MapMark } from '../../map/public.tsx'
import { severityLabels } from './hazard-words.ts'

const noMarkers: readonly MapMark[] = []
/**
 * Maximum number of marks. They are not clustered, so more would hide the people, and would take seconds to render on a slow
 * device.
 */
const maxMarkers = 30
const severitiesWorstFirst = hazardSeverities.toReversed()

/**
 * Returns a zone's hazards that are open or in progress, worst first, as at most `maxMarkers` marks for a map of its people.
 * Everybody who may see people's positions may see these hazards.
 */
export function useHazardMarkers(zoneId: string): readonly MapMark[] {
  useFeedTopic(zoneTopic(zoneId))
  const { data } = useQuery(orpc.hazards.onMap.queryOptions({ input: { zoneId } }))
  return useMemo(
    () =>
      data?.pins
        .toSorted(
          (a, b) => severitiesWorstFirst.indexOf(a.severity) - severitiesWorstFirst.indexOf(b.severity),
        )
        .slice(0, maxMarkers)
        .map(({ title, severity, at }) => ({
          ...at,
          severity,
          text: `${severityLabels[severity]}: ${title}`,
        })) ?? noMarkers,
    [data],
  )
}
