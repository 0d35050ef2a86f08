import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { isLanguage, languages, sourceLanguage } from '@muster/domain/language.ts'
import { IconLanguage } from '@tabler/icons-react'
import { setDeviceLanguage } from '../../lib/activate-language.ts'

/** The language of a page before sign-in, at its top. Choosing another one reloads the page. */
export const PageLanguage = () => (
  <NativeSelect
    aria-label={t`Language`}
    ms="auto"
    maw="60%"
    leftSection={<IconLanguage size="1.25rem" aria-hidden />}
    value={languages.find(({ code }) => code === i18n.locale)?.code ?? sourceLanguage}
    onChange={({ currentTarget: { value } }) => isLanguage(value) && setDeviceLanguage(value)}
  >
    {languages.map(({ code, name }) => (
      <option key={code} value={code} lang={code} dir="auto">
        {name}
      </option>
    ))}
  </NativeSelect>
)
