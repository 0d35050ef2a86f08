import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { AlertPreferencesForm } from '../alerts/public.ts'
import { ConsentCard } from '../consents/public.tsx'
import { Passkeys } from '../passkeys/public.tsx'
import { PushDevices } from '../push/public.tsx'
import { Trackers } from '../trackers/public.tsx'
import { TwoStep } from '../two-step/public.tsx'
import { Webhooks } from '../webhooks/public.tsx'
import { AccountCard } from './account-card.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { DownloadCard } from './download-card.tsx'
import { EmergencyContactCard } from './emergency-contact-card.tsx'
import { HelpCard } from './help-card.tsx'
import { KeptCard } from './kept-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { LocationLooksCard } from './location-looks-card.tsx'
import { OfflineCard } from './offline-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PersonalInfoCard } from './personal-info-card.tsx'
import { PhotoCard } from './photo-card.tsx'
import { PinCard } from './pin-card.tsx'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'
import { SkillsCard } from './skills-card.tsx'
import { UserCodeCard } from './user-code-card.tsx'

/** All settings of the person's account. `onDeleted` navigates away after the account has been deleted. */
export function SettingsPage({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  const { fullProfile: profile, email } = useMe()
  return (
    <Page title={t`Settings`}>
      <div className={classes.columns}>
        <Stack gap="var(--m-gap)" miw={0}>
          {profile ? (
            <>
              {profile.role !== 'super_admin' && <UserCodeCard profile={profile} />}
              <PhotoCard profile={profile} />
              <PersonalInfoCard profile={profile} />
              <EmergencyContactCard profile={profile} />
              <SkillsCard profile={profile} />
            </>
          ) : (
            <ErrorState
              title={t`Failed to load profile`}
              onRetry={() => void client.invalidateQueries({ queryKey: orpc.auth.me.key() })}
            />
          )}
          {profile && <LanguageCard profile={profile} />}
          <AppearanceCard />
          <KeptCard />
          <DownloadCard />
        </Stack>
        <Stack gap="var(--m-gap)" miw={0}>
          <PasswordCard email={email} />
          <SettingsCard
            title={t`Two-step sign-in`}
            text={t`Adds a code from your phone when you sign in, so nobody can sign in with your password alone.`}
          >
            <TwoStep />
          </SettingsCard>
          <SettingsCard
            title={t`Passkeys`}
            text={t`Sign in with your fingerprint, face or device PIN. A passkey replaces both password and code.`}
          >
            <Passkeys />
          </SettingsCard>
          <PinCard />
          <DevicesCard />
          <SettingsCard
            title={t`Notifications on this device`}
            text={t`Get alerts from your zones on your lock screen and while Muster is closed.`}
          >
            <PushDevices />
          </SettingsCard>
          <SettingsCard
            title={t`Alerts`}
            text={t`Choose how you get alerts. Urgent broadcasts and critical notifications always reach you immediately.`}
          >
            <AlertPreferencesForm />
          </SettingsCard>
          <SettingsCard
            title={t`Location apps`}
            text={t`OwnTracks, Traccar Client, OsmAnd or Overland can send your position automatically. It counts for every zone you belong to.`}
          >
            <Trackers />
          </SettingsCard>
          {profile && can(profile.role, 'manage_webhooks') && (
            <SettingsCard
              title={t`Webhooks`}
              text={t`Addresses in your organisation that receive events when people enter or leave or when something changes. Shared by all administrators.`}
            >
              <Webhooks />
            </SettingsCard>
          )}
          <SettingsCard
            title={t`Location consent`}
            text={t`What you agreed to, and when. Your zone managers and administrators see only whether you agree.`}
          >
            <ConsentCard />
          </SettingsCard>
          <LocationLooksCard />
          <OfflineCard />
          <HelpCard />
          <AccountCard onDeleted={onDeleted} />
        </Stack>
      </div>
    </Page>
  )
}
