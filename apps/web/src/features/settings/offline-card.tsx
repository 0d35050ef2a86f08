import { t } from '@lingui/core/macro'
import { OfflineFacts } from '../this-app/public.ts'
import { SettingsCard } from './settings-card.tsx'

/** Explains what works without a network on this device. */
export function OfflineCard() {
  return (
    <SettingsCard
      title={t`Without a network`}
      text={t`What you last saw stays readable on this device, with its age, until you sign out. What you do waits and sends itself.`}
    >
      <OfflineFacts />
    </SettingsCard>
  )
}
