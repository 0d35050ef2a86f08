import { t } from '@lingui/core/macro'
import { paths } from '../../lib/paths.ts'
import { DevicesCard } from './devices-card.tsx'
import { OfflineCard } from './offline-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** The devices that are signed in to the account, and what works without a network on this one. */
export function DeviceSettingsPage() {
  return (
    <SettingsFrame
      at={paths.settingsDevices}
      columns={[
        [{ id: 'devices', title: t`Signed-in devices`, card: <DevicesCard /> }],
        [{ id: 'offline', title: t`Offline`, card: <OfflineCard /> }],
      ]}
    />
  )
}
