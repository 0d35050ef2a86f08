import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '../../lib/api.ts'

/** How many alerts one has, and how many are new; undefined until that is known. The feed keeps it up to date. */
export function useAlertCounts(): { all: number; unread: number; markable?: number | undefined } | undefined {
  const { data } = useQuery(orpc.alerts.counts.queryOptions())
  return data
}

/** Keeps the number on the app's icon, where the platform has one. */
export function useAppBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread === undefined || !('setAppBadge' in navigator)) return
    const done = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()
    done.catch(() => undefined)
  }, [unread])
}
