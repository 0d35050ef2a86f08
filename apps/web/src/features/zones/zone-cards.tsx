import type { ReactNode } from 'react'
import type { PagedList } from '../../lib/use-pages.ts'
import { PagedGrid } from '../../ui/layout/paged-grid.tsx'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { zoneCardEstimate } from './zone-card.tsx'

/** So many zones are found at a glance; more are searched. */
export const fewZones = 8

type Props<Zone> = {
  zones: readonly Zone[]
  /** The pages they are read by; undefined where all are at hand. */
  list: PagedList<Zone> | undefined
  /** How many there are in all, where that is known before all are read. */
  total?: number | undefined
  children: (zone: Zone) => ReactNode
}

const keyOf = (zone: { id: string }) => zone.id

/** Cards of zones that are at hand, or of those that are read as one scrolls. */
export function ZoneCards<Zone extends { id: string }>({ zones, list, total, children }: Props<Zone>) {
  if (list) {
    return (
      <PagedGrid list={list} keyOf={keyOf} estimate={zoneCardEstimate} total={total}>
        {children}
      </PagedGrid>
    )
  }
  if (zones.length === 0) return null
  return (
    <VirtualGrid items={zones} keyOf={keyOf} estimate={zoneCardEstimate}>
      {children}
    </VirtualGrid>
  )
}
