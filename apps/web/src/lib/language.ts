import { i18n } from '@lingui/core'
import { formatLanguage } from './format-language.ts'

/** A constant, because the app's modules load only after the language has been activated. */
export const language = formatLanguage(
  i18n.locale,
  typeof navigator === 'undefined' ? [] : (navigator.languages ?? []),
)
