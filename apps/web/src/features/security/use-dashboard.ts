import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { securityStaleTime } from './use-security-events.ts'

/** Fetches the statistics, suspicious accounts and breach notices. Refetched every minute while the page is visible. */
export function useDashboard(enabled: boolean) {
  return useQuery({
    ...orpc.security.dashboard.queryOptions(),
    enabled,
    staleTime: securityStaleTime,
    refetchInterval: 60_000,
  })
}

export type DashboardQuery = ReturnType<typeof useDashboard>
export type Dashboard = NonNullable<DashboardQuery['data']>
