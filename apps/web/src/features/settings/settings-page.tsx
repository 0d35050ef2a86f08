import { t } from '@lingui/core/macro'
import { Switch } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { type Language, languages } from '@muster/domain/language.ts'
import { useQueryClient } from '@tanstack/react-query'
import { setPersonLanguage } from '../../lib/activate-language.ts'
import { api, orpc } from '../../lib/api.ts'
import { useLetterKeys } from '../../lib/letter-keys.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { LanguageSelect } from '../../ui/language/language-select.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { AccountCard } from './account-card.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { EmergencyContactCard } from './emergency-contact-card.tsx'
import { EvacuationNoteCard } from './evacuation-note-card.tsx'
import { HelpCard } from './help-card.tsx'
import { PersonalInfoCard } from './personal-info-card.tsx'
import { PhotoCard } from './photo-card.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SettingsFrame, type SettingsPart } from './settings-frame.tsx'
import { SkillsCard } from './skills-card.tsx'
import { profileFailureText, updateCachedProfile } from './use-save-profile.ts'
import { UserCodeCard } from './user-code-card.tsx'

/** Selects the language of the app and of the person's alerts and emails. Choosing another language reloads the page. */
function LanguageCard({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const save = useAct({
    call: (language: Language | null) => api.settings.updateProfile({ language }),
    onDone: savedProfile => {
      updateCachedProfile(client, () => savedProfile)
      setPersonLanguage(savedProfile)
    },
    failed: profileFailureText,
  })
  const chosenLanguage = languages.find(({ code }) => code === profile.language)?.code ?? null
  return (
    <SettingsCard title={t`Language`} text={t`Applies to this app and to the alerts and emails you receive.`}>
      <LanguageSelect
        label={t`Language`}
        value={chosenLanguage}
        without={t`Your organisation’s default`}
        disabled={save.isPending}
        onChange={language => save.mutate(language)}
      />
    </SettingsCard>
  )
}

/** Turns off keys of a single letter, which a speech control or a slip of the hand can press by accident (WCAG 2.1.4). */
function KeyboardCard() {
  const [isOn, setIsOn] = useLetterKeys()
  return (
    <SettingsCard
      title={t`Keyboard`}
      text={t`In the list of hazards, J and K move, A assigns, S changes the status and X selects.`}
    >
      <Switch
        label={t`Use single-letter keys`}
        checked={isOn}
        onChange={event => setIsOn(event.currentTarget.checked)}
        styles={{ body: { alignItems: 'center', minHeight: 44 } }}
      />
    </SettingsCard>
  )
}

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
