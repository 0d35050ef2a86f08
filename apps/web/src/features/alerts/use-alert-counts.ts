import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '../../lib/api.ts'
import { appBadge } from '../../lib/app-badge.ts'

export function useAlertCounts(): { all: number; unread: number; markable?: number | undefined } | undefined {
  const { data } = useQuery(orpc.alerts.counts.queryOptions())
  return data
}

/** Shows the unread count on the app icon, if the platform supports it. */
export function useAppBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread !== undefined) appBadge.setUnreadAlerts(unread)
  }, [unread])
}
