import { t } from '@lingui/core/macro'
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
import { SettingsFrame, type SettingsPart } from './settings-frame.tsx'
import { SkillsCard } from './skills-card.tsx'
import { UserCodeCard } from './user-code-card.tsx'

/** The person's profile and account. `onDeleted` navigates away after the account has been deleted. */
export function SettingsPage({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  const { fullProfile: profile } = useMe()
  const { may } = useSelectedZone()
  const first: SettingsPart[] = profile
    ? [
        { id: 'photo', title: t`Profile photo`, card: <PhotoCard profile={profile} /> },
        { id: 'info', title: t`Personal info`, card: <PersonalInfoCard profile={profile} /> },
        { id: 'language', title: t`Language`, shown: 'never', card: <LanguageCard profile={profile} /> },
      ]
    : [
        {
          id: 'profile',
          title: t`Failed to load profile`,
          shown: 'always',
          card: (
            <ErrorState
              title={t`Failed to load profile`}
              error={null}
              onRetry={() => void client.invalidateQueries({ queryKey: orpc.auth.me.key() })}
            />
          ),
        },
      ]
  if (profile && profile.role !== 'super_admin')
    first.unshift({
      id: 'code',
      title: t`My User Code`,
      shown: 'always',
      card: <UserCodeCard profile={profile} />,
    })
  first.push({ id: 'appearance', title: t`Appearance`, shown: 'never', card: <AppearanceCard /> })
  if (may('manage_hazards'))
    first.push({ id: 'keyboard', title: t`Keyboard`, shown: 'never', card: <KeyboardCard /> })
  const second: SettingsPart[] = [
    { id: 'help', title: t`Help`, shown: 'never', card: <HelpCard /> },
    {
      id: 'account',
      title: t`Account protection`,
      shown: 'never',
      card: <AccountCard onDeleted={onDeleted} />,
    },
  ]
  if (profile)
    second.unshift(
      { id: 'contact', title: t`Emergency contact`, card: <EmergencyContactCard profile={profile} /> },
      {
        id: 'leaving',
        title: t`Help you need in an evacuation`,
        shown: 'never',
        card: <EvacuationNoteCard userId={profile.id} />,
      },
      { id: 'skills', title: t`Skills`, card: <SkillsCard profile={profile} /> },
    )
  return <SettingsFrame at={paths.settings} columns={[first, second]} />
}
