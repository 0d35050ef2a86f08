import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { language } from '../../lib/language.ts'
import { useLastSevenDays } from '../broadcasts/public.ts'
import type { Counter } from './recent-list.tsx'

/** Returns the value of a counter: undefined while loading, null after a failure. */
export const toFigure = (count: number | undefined, failed: boolean) => count ?? (failed ? null : undefined)

/** Counts the user's groups and their unread messages. */
export function useGroupCounter(zoneId: string): Counter {
  const { data, isError } = useQuery(orpc.groups.count.queryOptions({ input: { zoneId } }))
  const unread = data?.unread ?? 0
  return {
    value: toFigure(data?.mine, isError),
    hint: unread > 0 ? t`${plural(unread, { one: '# unread', other: '# unread' })}` : undefined,
  }
}

export function useHazardCounter(zoneId: string): Counter {
  const { data, isError } = useQuery(orpc.hazards.count.queryOptions({ input: { zoneId } }))
  return { value: toFigure(data?.open, isError), hint: data && describeHazards(data) }
}

const listFormat = new Intl.ListFormat(language, { type: 'unit' })

/** Describes hazards besides the open ones: those in progress and those overdue. */
function describeHazards({ open, unsettled, overdue }: { open: number; unsettled: number; overdue: number }) {
  const inProgress = unsettled - open
  const hints: string[] = []
  if (inProgress > 0) hints.push(t`${plural(inProgress, { one: '# in progress', other: '# in progress' })}`)
  if (overdue > 0) hints.push(t`${plural(overdue, { one: '# overdue', other: '# overdue' })}`)
  return hints.length > 0 ? listFormat.format(hints) : undefined
}

/** Counts broadcasts since the day seven days ago and, by the zone's time zone, those of today. */
export function useBroadcastCounter(zoneId: string): Counter {
  const since = useLastSevenDays()
  const { data, isError } = useQuery(orpc.broadcasts.statistics.queryOptions({ input: { zoneId, ...since } }))
  const statistics = useQuery(orpc.dashboards.zoneStatistics.queryOptions({ input: { zoneId } }))
  const today = statistics.data?.broadcastsToday
  return {
    value: toFigure(data?.thisWeek, isError),
    hint:
      today == null ? t`Last 7 days` : t`Last 7 days, ${plural(today, { one: '# today', other: '# today' })}`,
  }
}
