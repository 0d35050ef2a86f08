import { plural, t } from '@lingui/core/macro'
import { Stack, Text } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { type MapPerson, ZoneMap } from '../../map/public.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { severityLabels, statusLabels } from './hazard-words.ts'

const noPins: readonly never[] = []

type Props = {
  zone: Pick<MyZone, 'id' | 'name' | 'shape'>
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** Hazards that are open or in progress, clustered where they are close together. The list shows the same as text. */
export function HazardMap({ zone, chosen, onChoose }: Props) {
  const query = useQuery(orpc.hazards.onMap.queryOptions({ input: { zoneId: zone.id } }))
  const pins = query.data?.pins ?? noPins
  const [hoveredId, setHoveredId] = useState<string>()
  const mapPeople = useMemo(
    () =>
      pins.map(
        ({ id, title, severity, at }): MapPerson => ({
          id,
          name: title,
          initials: '',
          state: severity,
          ...at,
        }),
      ),
    [pins],
  )
  const selectedPin = pins.find(({ id }) => id === (hoveredId ?? chosen))
  return (
    <Stack gap="xs">
      {query.isError && <ErrorState title={t`Failed to load notifications`} query={query} />}
      <AgeGrey stale={query.isError}>
        <ZoneMap
          label={t`Map of open hazards in ${{ zone: zone.name }}`}
          shape={zone.shape}
          people={mapPeople}
          chosen={chosen}
          onChoose={onChoose}
          onHover={setHoveredId}
          note={
            selectedPin && (
              <>
                <Name>{selectedPin.title}</Name> · {severityLabels[selectedPin.severity]} ·{' '}
                {statusLabels[selectedPin.status]}
              </>
            )
          }
        />
      </AgeGrey>
      {query.data && (
        <Text size="xs" c="dimmed">
          {pinCountText(pins.length, query.data.more)}
        </Text>
      )}
    </Stack>
  )
}

function pinCountText(count: number, hasMore: boolean): string {
  if (count === 0) return t`No open hazard has a location.`
  return hasMore
    ? t`${plural(count, {
        one: 'The newest open hazard with a location.',
        other: 'The newest # open hazards with a location.',
      })}`
    : t`${plural(count, { one: '# open hazard with a location.', other: '# open hazards with a location.' })}`
}
