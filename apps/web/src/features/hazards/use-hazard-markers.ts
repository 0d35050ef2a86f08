import { zoneTopic } from '@muster/contract/topic.ts'
import { hazardSeverities } from '@muster/domain/hazard.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../lib/api.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import type { MapMark } from '../../map/public.tsx'
import { severityLabels } from './hazard-words.ts'

const noMarkers: readonly MapMark[] = []
/** They are not clustered: more would hide the people, and take seconds to render on a slow device. */
const maxMarkers = 30
const severitiesWorstFirst = hazardSeverities.toReversed()

/** Worst first, at most `maxMarkers`. Everybody who may see people's positions may see these hazards. */
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
