import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { type OpenZone, OwnZonesPage } from './own-zones-page.tsx'

/** Zone Presence for members. The zone one works in stands first and has the large button. */
export function MyZonesPage(open: OpenZone) {
  const { availableZones, zone: selected } = useSelectedZone()
  const [only] = availableZones
  const isOnly = availableZones.length === 1
  const zones = selected
    ? [selected, ...availableZones.filter(({ id }) => id !== selected.id)]
    : availableZones
  return (
    <OwnZonesPage
      {...open}
      title={isOnly && only ? `Zone: ${only.name}` : 'Zone Presence'}
      zones={zones}
      checkOf={zone => ({ recent: 3, large: isOnly || zone.id === selected?.id })}
    />
  )
}
