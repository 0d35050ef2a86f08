import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { orpc } from '../../lib/api.ts'
import { useOpenEmergencies } from './use-open-emergencies.ts'

const AllClearsBar = lazy(async () => ({ default: (await import('./all-clears-bar.tsx')).AllClearsBar }))

/** Hidden while an emergency is open, so that nobody reads it beside a new alarm. Its code loads with the first all clear. */
export function AllClears() {
  const { data } = useQuery(orpc.emergencies.mine.queryOptions())
  const isRealOpen = useOpenEmergencies().some(it => !it.drill)
  if (!data?.ended?.length || data.emergencies.length > 0 || isRealOpen) return null
  return (
    <Suspense fallback={null}>
      <AllClearsBar ended={data.ended} />
    </Suspense>
  )
}
