import { t } from '@lingui/core/macro'
import { paths } from '../../lib/paths.ts'
import { AlertPreferencesForm } from '../alerts/public.ts'
import { NoticeSettings } from '../notices/public.ts'
import { PushDevices } from '../push/public.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** The page where people choose how alerts reach them, and on which devices while Muster is closed. */
export function NotificationSettingsPage() {
  return (
    <SettingsFrame at={paths.settingsNotifications}>
      <SettingsCard
        title={t`Alerts`}
        text={t`Choose how you get alerts. Urgent broadcasts and critical hazards always reach you immediately.`}
      >
        <AlertPreferencesForm />
      </SettingsCard>
      <SettingsCard
        title={t`Entries, exits and shifts`}
        text={t`Choose what else you want to be told about. You get these in your inbox, and pushed as you chose above.`}
      >
        <NoticeSettings />
      </SettingsCard>
      <SettingsCard
        title={t`Notifications on this device`}
        text={t`Get alerts from your zones on your lock screen and while Muster is closed.`}
      >
        <PushDevices />
      </SettingsCard>
    </SettingsFrame>
  )
}
