import { t } from '@lingui/core/macro'
import type { Profile } from '@muster/contract/auth.ts'
import { type Language, languages } from '@muster/domain/language.ts'
import { useQueryClient } from '@tanstack/react-query'
import { setPersonLanguage } from '../../lib/activate-language.ts'
import { api } from '../../lib/api.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { LanguageSelect } from '../../ui/language/language-select.tsx'
import { SettingsCard } from './settings-card.tsx'
import { profileFailureText, updateCachedProfile } from './use-save-profile.ts'

/** Selects the language of the app and of the person's alerts and emails. Choosing another language reloads the page. */
export function LanguageCard({ profile }: { profile: Profile }) {
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
