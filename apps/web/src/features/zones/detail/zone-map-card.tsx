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
  /** Shows the search box of the map. */
  search?: boolean
}

/** The zone on a map, with the viewer's own position on request. The same information is beside it as text. */
export function ZoneMapCard({ zone, search = false }: Props) {
  const [me, setMe] = useState<MapMe>()
  const [found, setFound] = useState<{ name: string; at: LatLng }>()
  const find = async () => {
    const place = await locator.find('dialog')
    if ('problem' in place) return { problem: `Unable to get your location. ${place.problem}` }
    setMe(place)
    return place
  }
  return (
    <DetailBlock title="Zone Map">
      {search && <PlaceSearch onFound={setFound} />}
      {found && (
        <Group gap="0 8px">
          <span role="status">
            Shown on the map: <Name>{found.name}</Name>
          </span>
          <Button variant="subtle" color="gray" onClick={() => setFound(undefined)}>
            Back to the zone
          </Button>
        </Group>
      )}
      <ZoneMap
        label={`Map of ${zone.name}`}
        shape={zone.shape}
        me={me}
        centre={found?.at}
        lookAt={found?.at}
        onLocate={find}
      />
    </DetailBlock>
  )
}
