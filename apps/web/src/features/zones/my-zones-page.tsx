import { t } from '@lingui/core/macro'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { OwnZonesPage, type OwnZonesSearchProps } from './own-zones-page.tsx'

/** The Zone Presence page for members. The selected zone comes first and has the large button. */
export function MyZonesPage(address: OwnZonesSearchProps) {
  const { availableZones, zone: selectedZone } = useSelectedZone()
  const zoneName = availableZones[0]?.name
  const hasSingleZone = availableZones.length === 1
  return (
    <OwnZonesPage
      {...address}
      title={hasSingleZone && zoneName ? t`Zone: ${zoneName}` : t`Zone Presence`}
      first={selectedZone}
      checkProps={zone => ({ recent: 3, large: hasSingleZone || zone.id === selectedZone?.id })}
    />
  )
}
