import { t } from '@lingui/core/macro'
import { OfflineFacts } from '../this-app/public.ts'
import { SettingsCard } from './settings-card.tsx'

/** Explains what works without a network on this device. */
export function OfflineCard() {
  return (
    <SettingsCard
      title={t`Offline`}
      text={t`What you last viewed stays available on this device, with its age, until you sign out. What you do is sent as soon as you are online.`}
    >
      <OfflineFacts />
    </SettingsCard>
  )
}
