import { plural, t } from '@lingui/core/macro'
import { Stack, Text } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { SoughtPosition } from '@muster/contract/emergency-board.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { groupsByReason } from '@muster/domain/roll-order.ts'
import { useMemo } from 'react'
import { getStaleSince } from '../../../lib/stale-since.ts'
import { type MapPerson, ZoneMap } from '../../../map/public.tsx'
import { initials } from '../../../ui/people/initials.ts'
import { Name } from '../../../ui/people/name.tsx'
import { FailedLine } from '../../../ui/states/failed-line.tsx'
import { ListSkeleton } from '../../../ui/states/skeletons.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import type { BoardSearch } from '../emergencies-search.ts'
import { LastKnown } from './last-known.tsx'
import { useCalledPlaces } from './use-called-places.ts'
import type { PositionsRead } from './use-last-positions.ts'

type Props = {
  emergency: Pick<EmergencyDetail, 'id' | 'zoneName' | 'zones'>
  positions: ReadonlyMap<string, SoughtPosition>
  /** The reading of the positions, which may have failed. */
  read: PositionsRead
  /** The filters of the list beside it. */
  filter: Pick<BoardSearch, 'state' | 'q' | 'zone' | 'group' | 'company'>
  chosen: string | undefined
  onChoose: (personId: string | undefined) => void
}

/** Shows the people of the list and those who need help. People seen lately and the others are drawn apart. */
export function MissingMap({ emergency, positions, read, filter, chosen, onChoose }: Props) {
  const { zoneName } = emergency
  const { areas, left, lacksPoints } = useCalledPlaces(emergency)
  const now = useNow()
  const { state: listed, q, zone, group, company } = filter
  const people = useMemo(() => {
    const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    const isListed = (it: SoughtPosition) =>
      it.state === listed &&
      (zone === undefined || it.zoneId === zone) &&
      (group === undefined || groupsByReason[it.why] === group) &&
      (company === undefined || it.company === company) &&
      words.every(word => it.name.toLowerCase().includes(word))
    return [...positions.values()]
      .filter(it => it.state === 'help' || isListed(it))
      .map(
        ({ personId, name, state, lat, lng, at }): MapPerson => ({
          ...{ id: personId, name, initials: initials(name), lat, lng },
          state: state === 'help' ? 'critical' : isSeenLately(Date.parse(at), now) ? 'inside' : 'stale',
        }),
      )
  }, [positions, listed, q, zone, group, company, now])
  const chosenPosition = chosen === undefined ? undefined : positions.get(chosen)
  const failure = read.isError && (
    <FailedLine
      text={t`Failed to load positions`}
      query={read}
      staleSince={positions.size === 0 ? undefined : getStaleSince(read)}
    />
  )
  if (positions.size === 0)
    return failure || read.isPending ? (
      failure || <ListSkeleton count={1} />
    ) : (
      <Text c="dimmed">
        {t`No position of the people who are missing or need help is known, or you may not see it.`}
      </Text>
    )
  return (
    <Stack gap={4}>
      {failure}
      <ZoneMap
        label={
          zoneName === null ? t`Map of last known positions` : t`Map of last known positions: ${zoneName}`
        }
        others={areas}
        {...(chosenPosition && { spot: chosenPosition, lookAt: chosenPosition })}
        people={people}
        {...(chosen !== undefined && { chosen })}
        onChoose={onChoose}
        note={
          chosenPosition && (
            <div>
              <Text fw={600}>
                <Name>{chosenPosition.name}</Name>
              </Text>
              <LastKnown position={chosenPosition} />
            </div>
          )
        }
      />
      {left > 0 && (
        <Text c="dimmed">
          {t`${plural(left, { one: '# more zone is not drawn.', other: '# more zones are not drawn.' })}`}
        </Text>
      )}
      {lacksPoints && <Text c="dimmed">{t`Some assembly points couldn’t be loaded.`}</Text>}
    </Stack>
  )
}
