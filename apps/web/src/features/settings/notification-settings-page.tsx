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
    <SettingsFrame
      at={paths.settingsNotifications}
      columns={[
        [
          {
            id: 'alerts',
            title: t`Alerts`,
            card: (
              <SettingsCard
                title={t`Alerts`}
                text={t`Choose how you get alerts. Urgent broadcasts and critical hazards always reach you immediately.`}
              >
                <AlertPreferencesForm />
              </SettingsCard>
            ),
          },
        ],
        [
          {
            id: 'others',
            title: t`Entries, exits and shifts`,
            card: (
              <SettingsCard
                title={t`Entries, exits and shifts`}
                text={t`Choose what else you want to be told about. You get these in your inbox, and pushed as you chose above.`}
              >
                <NoticeSettings />
              </SettingsCard>
            ),
          },
          {
            id: 'device',
            title: t`Notifications on this device`,
            card: (
              <SettingsCard
                title={t`Notifications on this device`}
                text={t`Get alerts from your zones on your lock screen and while Muster is closed.`}
              >
                <PushDevices />
              </SettingsCard>
            ),
          },
        ],
      ]}
    />
  )
}
