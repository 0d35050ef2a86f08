import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { orpc } from '../../lib/api.ts'
import { useAfter } from '../../ui/time/use-after.ts'

const EmergencyBar = lazy(async () => ({ default: (await import('./emergency-bar.tsx')).EmergencyBar }))

/** Milliseconds after which a page counts as open: a bar that arrives later must not be pressed by accident. */
const openAfterMs = 1_000

type Props = {
  /** True if the app header is above the bar. */
  hasHeader?: boolean
}

/** Shows the open emergencies that have the user on their roll, on every page until the all clear. Real ones come before drills. */
export function EmergencyBars({ hasHeader = true }: Props) {
  const { data } = useQuery(orpc.emergencies.mine.queryOptions())
  const isPageOpen = useAfter(openAfterMs)
  const emergencies = data?.emergencies ?? []
  if (emergencies.length === 0) return null
  return (
    <Suspense fallback={null}>
      {emergencies.map(emergency => (
        <EmergencyBar
          key={emergency.id}
          emergency={emergency}
          hasHeader={hasHeader}
          isPageOpen={isPageOpen}
        />
      ))}
    </Suspense>
  )
}
