import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { AccountCard } from './account-card.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { EmergencyContactCard } from './emergency-contact-card.tsx'
import { EvacuationNoteCard } from './evacuation-note-card.tsx'
import { HelpCard } from './help-card.tsx'
import { KeyboardCard } from './keyboard-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { PersonalInfoCard } from './personal-info-card.tsx'
import { PhotoCard } from './photo-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { SkillsCard } from './skills-card.tsx'
import { UserCodeCard } from './user-code-card.tsx'

/** The person's profile and account. `onDeleted` navigates away after the account has been deleted. */
export function SettingsPage({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  const { fullProfile: profile } = useMe()
  const { may } = useSelectedZone()
  return (
    <SettingsFrame at={paths.settings}>
      <Stack gap="var(--m-gap)" miw={0}>
        {profile ? (
          <>
            {profile.role !== 'super_admin' && <UserCodeCard profile={profile} />}
            <PhotoCard profile={profile} />
            <PersonalInfoCard profile={profile} />
          </>
        ) : (
          <ErrorState
            title={t`Failed to load profile`}
            error={null}
            onRetry={() => void client.invalidateQueries({ queryKey: orpc.auth.me.key() })}
          />
        )}
        {profile && <LanguageCard profile={profile} />}
        <AppearanceCard />
        {may('manage_hazards') && <KeyboardCard />}
      </Stack>
      <Stack gap="var(--m-gap)" miw={0}>
        {profile && (
          <>
            <EmergencyContactCard profile={profile} />
            <EvacuationNoteCard userId={profile.id} />
            <SkillsCard profile={profile} />
          </>
        )}
        <HelpCard />
        <AccountCard onDeleted={onDeleted} />
      </Stack>
    </SettingsFrame>
  )
}
