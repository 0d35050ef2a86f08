import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { useState } from 'react'
import { locator } from '../../../lib/geolocation/locator.ts'
import { type MapMe, ZoneMap } from '../../../map/public.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { PlaceSearch } from '../drawing/place-search.tsx'
import { DetailBlock } from './zone-facts.tsx'

type Props = {
  zone: Zone
  search?: boolean
}

export function ZoneMapCard({ zone, search = false }: Props) {
  const [me, setMe] = useState<MapMe>()
  const [foundPlace, setFoundPlace] = useState<{ name: string; at: LatLng }>()
  const placeName = foundPlace?.name
  const zoneName = zone.name
  const locate = async () => {
    const position = await locator.find('dialog')
    if ('problem' in position) {
      const { problem } = position
      return { problem: t`Unable to get your location. ${problem}` }
    }
    setMe(position)
    return position
  }
  return (
    <DetailBlock title={t`Zone Map`}>
      {search && <PlaceSearch onPick={setFoundPlace} />}
      {foundPlace && (
        <Group gap="0 8px">
          <span role="status">
            <Trans>
              Shown on the map: <Name>{placeName}</Name>
            </Trans>
          </span>
          <Button variant="subtle" color="gray" onClick={() => setFoundPlace(undefined)}>
            {t`Back to the zone`}
          </Button>
        </Group>
      )}
      <ZoneMap
        label={t`Map of ${zoneName}`}
        shape={zone.shape}
        me={me}
        centre={foundPlace?.at}
        lookAt={foundPlace?.at}
        onLocate={locate}
      />
    </DetailBlock>
  )
}
