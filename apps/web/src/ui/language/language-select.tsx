import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { isLanguage, type Language, languages } from '@muster/domain/language.ts'

type Props = {
  label: string
  description?: string
  value?: Language | null
  onChange?: (language: Language | null) => void
  /** The option for no choice of one's own; without it there is none. */
  without?: string
  disabled?: boolean
}

/** Offers each language by its own name, and says which ones only a machine has translated. */
export function LanguageSelect({ label, description, value = null, onChange, without, disabled }: Props) {
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value ?? ''}
      disabled={disabled}
      onChange={({ currentTarget }) =>
        onChange?.(isLanguage(currentTarget.value) ? currentTarget.value : null)
      }
    >
      {without !== undefined && <option value="">{without}</option>}
      {languages.map(({ code, name, reviewed }) => (
        <option key={code} value={code} lang={code}>
          {reviewed ? name : t`${name} (machine translated, not yet reviewed)`}
        </option>
      ))}
    </NativeSelect>
  )
}
