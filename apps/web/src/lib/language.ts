import { i18n } from '@lingui/core'
import { formatLanguage } from './format-language.ts'

/** The language of dates and numbers. The app's modules load after the language is active. */
export const language = formatLanguage(
  i18n.locale,
  typeof navigator === 'undefined' ? [] : (navigator.languages ?? []),
)
