import { t } from '@lingui/core/macro'
import type { ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { useEffect, useRef } from 'react'
import type { PagedList } from '../../lib/use-pages.ts'
import { announce } from '../../ui/live/live-region.tsx'

/** Waits until all visits are loaded, because those on later pages would be announced as arrivals. */
export function useDayNews({ rows, complete }: PagedList<ZoneDayVisit>, zoneName: string): void {
  const previousVisits = useRef<ReadonlyMap<string, ZoneDayVisit>>(undefined)
  useEffect(() => {
    if (!rows || !complete) {
      previousVisits.current = undefined
      return
    }
    const knownVisits = previousVisits.current
    previousVisits.current = new Map(rows.map(row => [row.id, row]))
    if (!knownVisits) return
    for (const { id, name, exitTime } of rows) {
      const previousVisit = knownVisits.get(id)
      if (!previousVisit) announce(t`${name} entered ${zoneName}`)
      if (exitTime !== null && previousVisit?.exitTime === null) announce(t`${name} left ${zoneName}`)
    }
  }, [rows, complete, zoneName])
}
