import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { isLanguage, type Language, languages } from '@muster/domain/language.ts'

type Props = {
  label: string
  description?: string
  value?: Language | null
  onChange?: (language: Language | null) => void
  /** The label of the option for choosing no language. If omitted, that option is not offered. */
  without?: string
  disabled?: boolean
}

/** Offers each language by its own name, and says which ones are only machine-translated. */
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
