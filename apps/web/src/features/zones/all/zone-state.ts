import type { MapZone } from '@muster/contract/zone-lists.ts'
import type { MapZoneState } from '../../../map/public.tsx'

/** The share of its capacity from which a zone is nearly full. */
const fillingShare = 0.8

type Occupied = Pick<MapZone, 'status' | 'maxCapacity' | 'currentOccupancy' | 'unseenOccupancy'>

/** The state of a zone on the map: how full it is, or that it is not active. Green only if everybody inside was seen recently. */
export function toZoneState({
  status,
  maxCapacity,
  currentOccupancy,
  unseenOccupancy,
}: Occupied): MapZoneState {
  if (status !== 'active') return 'zone_closed'
  if (currentOccupancy === 0) return 'zone_empty'
  if (maxCapacity !== null) {
    if (currentOccupancy > maxCapacity) return 'zone_over'
    if (currentOccupancy === maxCapacity) return 'zone_full'
    if (currentOccupancy >= fillingShare * maxCapacity) return 'zone_filling'
  }
  return unseenOccupancy > 0 ? 'zone_unseen' : 'zone_open'
}

/** The order of attention: what is too full first, then by name. */
const stateOrder: readonly MapZoneState[] = [
  'zone_over',
  'zone_full',
  'zone_filling',
  'zone_unseen',
  'zone_open',
  'zone_empty',
  'zone_closed',
]
export const compareZones = (a: Occupied & { name: string }, b: Occupied & { name: string }) =>
  stateOrder.indexOf(toZoneState(a)) - stateOrder.indexOf(toZoneState(b)) ||
  a.name.localeCompare(b.name, undefined, { numeric: true })
