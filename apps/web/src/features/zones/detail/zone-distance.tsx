import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { ListedZone, Zone } from '@muster/contract/zones.ts'
import { decide } from '@muster/domain/geofence.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/api.ts'
import { formatMeters } from '../../../lib/format-accuracy.ts'
import type { PositionReading } from '../../../lib/geolocation/reading.ts'
import { FailedLine } from '../../../ui/states/failed-line.tsx'

type Props = { zone: ListedZone | Zone; here: PositionReading | undefined }

/** Nothing is recorded: this is no check. A shape missing from a long list is fetched on demand, only for the few visible cards. */
export function ZoneDistance({ zone, here }: Props) {
  const hasShape = 'shape' in zone
  const zoneQuery = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId: zone.id } }),
    enabled: here !== undefined && !hasShape,
  })
  if (here && !hasShape && !zoneQuery.data && zoneQuery.isError)
    return <FailedLine text={t`Failed to load zone coordinates`} query={zoneQuery} />
  const shape = hasShape ? zone.shape : zoneQuery.data?.shape
  if (!here || !shape) return null
  return (
    <Text size="xs" c="dimmed">
      {distanceText(decide(shape, { ...here, accuracyMeters: here.accuracyMeters ?? undefined }))}
    </Text>
  )
}

function distanceText({ inside, certainty, distanceToCenterM, distanceToEdgeM }: ReturnType<typeof decide>) {
  const edge = formatMeters(Math.round(distanceToEdgeM))
  const centre = formatMeters(Math.round(distanceToCenterM))
  const distance = inside
    ? t`You’re inside: ${edge} to the edge, ${centre} to the centre`
    : t`From you: ${edge} to the edge, ${centre} to the centre`
  return certainty === 'uncertain' ? `${distance} · ${t`too close to the edge to be sure`}` : distance
}
