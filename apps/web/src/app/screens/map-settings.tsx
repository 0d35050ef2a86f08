import { MapSettingsPage } from '../../features/maps/map-settings-page.tsx'

export function MapSettings() {
  return <MapSettingsPage />
}
