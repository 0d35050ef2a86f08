import { i18n } from '@lingui/core'
import { otherLanguages } from '@muster/domain/language.ts'

/** Maximum languages of the device that are sent. */
const maxOthers = 5

/** Separated by commas: those that the device prefers and the app does not have, then the one the app is shown in. */
export const readLanguages = (): string =>
  [...otherLanguages(navigator.languages ?? []).slice(0, maxOthers), i18n.locale].join(',')
