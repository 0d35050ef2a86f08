import { t } from '@lingui/core/macro'
import { OfflineFacts } from '../this-app/public.ts'
import { SettingsCard } from './settings-card.tsx'

/** Explains what works without a network on this device. */
export function OfflineCard() {
  return (
    <SettingsCard
      title={t`Offline`}
      text={t`Pages you viewed stay available on this device until you sign out, and show how old their data is. Anything you do is sent as soon as you’re online.`}
    >
      <OfflineFacts />
    </SettingsCard>
  )
}
