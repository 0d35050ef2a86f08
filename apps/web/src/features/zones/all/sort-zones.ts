import type { ListedZone } from '@muster/contract/zones.ts'
import type { ZoneSort } from '@muster/domain/zone.ts'

type Compare = (a: ListedZone, b: ListedZone) => number

/** Zones without a capacity come after empty ones, as in the server. */
const readFullness = ({ currentOccupancy, maxCapacity }: ListedZone) =>
  maxCapacity === null ? -1 : currentOccupancy / maxCapacity

const compares: Record<ZoneSort, Compare | undefined> = {
  // The zones arrive by name, in the order of the server's language.
  name: undefined,
  status: (a, b) => a.status.localeCompare(b.status),
  inside: (a, b) => a.currentOccupancy - b.currentOccupancy,
  fullness: (a, b) => readFullness(a) - readFullness(b),
  organisation: (a, b) => (a.organisation ?? '').localeCompare(b.organisation ?? ''),
  newest: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
}

/** Sorts zones that are listed by name in the way the server sorts the list of all zones. Equal ones stay ordered by name. */
export function sortZones<Z extends ListedZone>(
  zones: readonly Z[],
  { sort, order }: { sort: ZoneSort; order: 'asc' | 'desc' },
): readonly Z[] {
  const compare = compares[sort]
  if (!compare) return order === 'asc' ? zones : zones.toReversed()
  return zones.toSorted((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)))
}
