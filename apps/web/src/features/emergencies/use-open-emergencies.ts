import type { Emergency } from '@muster/contract/emergencies.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { rightsInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'

/** Maximum open emergencies that are read; the strip shows the first one and the number of the others. */
const maxRead = 10
/** Milliseconds after which the list is renewed. Events renew it, except for zones that the page does not follow. */
const renewalMs = 60_000
/** Minimum milliseconds between two readings, because the roll changes with each answer. */
const refetchIntervalMs = 2_000

const noEmergencies: readonly Emergency[] = []

/** Real ones come before drills, then those in which somebody needs help. Empty for people who see no board. */
export function useOpenEmergencies(): readonly Emergency[] {
  const { profile } = useMe()
  const { may, availableZones } = useSelectedZone()
  const seesBoards =
    may('view_attendance') ||
    availableZones.some(zone => mayInZone(rightsInZone(profile.role, zone), 'view_attendance'))
  const { data } = useQuery({
    ...orpc.emergencies.list.queryOptions({ input: { open: true, limit: maxRead } }),
    enabled: seesBoards,
    refetchInterval: renewalMs,
    select: selectRows,
    meta: { isOffScreen: true, refetchIntervalMs },
  })
  return seesBoards ? (data ?? noEmergencies) : noEmergencies
}

const selectRows = ({ rows }: { rows: readonly Emergency[] }) =>
  [...rows].sort(
    (one, other) =>
      Number(one.drill) - Number(other.drill) || Number(other.states.help > 0) - Number(one.states.help > 0),
  )
