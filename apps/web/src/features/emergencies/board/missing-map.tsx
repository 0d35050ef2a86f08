import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { EmergencyDetail, EmergencyPerson } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../lib/api.ts'
import { type MapPerson, ZoneMap } from '../../../map/public.tsx'
import { initials } from '../../../ui/people/initials.ts'
import { Name } from '../../../ui/people/name.tsx'
import { LastKnown } from './last-known.tsx'

type Props = {
  emergency: Pick<EmergencyDetail, 'zoneId' | 'zoneName'>
  positions: ReadonlyMap<string, LastPosition>
  /** The people of the list, whose names are known. */
  people: readonly EmergencyPerson[]
  chosen: string | undefined
  onChoose: (personId: string | undefined) => void
}

/** A map of the last known positions of people who are not accounted for, with the accuracy circle of the selected one. */
export function MissingMap({ emergency, positions, people, chosen, onChoose }: Props) {
  const { zoneId, zoneName } = emergency
  const { data: zone } = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId: zoneId ?? '' } }),
    enabled: zoneId !== null,
  })
  const mapPeople = useMemo(() => {
    const peopleById = new Map(people.map(it => [it.id, it]))
    return [...positions.values()].map(({ personId, lat, lng }): MapPerson => {
      const person = peopleById.get(personId)
      const name = person?.name ?? t`Not on this page of the list`
      const pin = { id: personId, name, initials: person ? initials(name) : '', lat, lng }
      return { ...pin, state: person?.state === 'help' ? 'critical' : 'stale' }
    })
  }, [positions, people])
  const chosenPosition = chosen === undefined ? undefined : positions.get(chosen)
  const chosenPerson = people.find(it => it.id === chosen)
  if (positions.size === 0)
    return (
      <Text c="dimmed">
        <Trans>No position of the people who are missing or need help is known, or you may not see it.</Trans>
      </Text>
    )
  return (
    <ZoneMap
      label={zoneName === null ? t`Map of last known positions` : t`Map of last known positions: ${zoneName}`}
      {...(zone?.shape && { shape: zone.shape })}
      {...(chosenPosition && { spot: chosenPosition, lookAt: chosenPosition })}
      people={mapPeople}
      {...(chosen !== undefined && { chosen })}
      onChoose={onChoose}
      note={
        chosenPosition && (
          <div>
            {chosenPerson && (
              <Text fw={600}>
                <Name>{chosenPerson.name}</Name>
              </Text>
            )}
            <LastKnown position={chosenPosition} />
          </div>
        )
      }
    />
  )
}
