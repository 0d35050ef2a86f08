import { ZoneMapViewer } from '../../features/zones/zone-map-viewer.tsx'

export function ZoneMap() {
  return <ZoneMapViewer />
}
