import { t } from '@lingui/core/macro'
import { paths } from '../../lib/paths.ts'
import { OfflineFacts } from '../this-app/public.ts'
import { DevicesCard } from './devices-card.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** Explains what works without a network on this device. */
function OfflineCard() {
  return (
    <SettingsCard
      title={t`Offline`}
      text={t`Pages you viewed stay available on this device until you sign out, and show how old their data is. Anything you do is sent as soon as you’re online.`}
    >
      <OfflineFacts />
    </SettingsCard>
  )
}

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
