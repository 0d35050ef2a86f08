import { paths } from '../../lib/paths.ts'
import { DevicesCard } from './devices-card.tsx'
import { OfflineCard } from './offline-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** The devices that are signed in to the account, and what works without a network on this one. */
export function DeviceSettingsPage() {
  return (
    <SettingsFrame at={paths.settingsDevices}>
      <DevicesCard />
      <OfflineCard />
    </SettingsFrame>
  )
}
