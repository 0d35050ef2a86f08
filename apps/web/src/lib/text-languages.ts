import { languages } from '@muster/domain/language.ts'
import { textLanguageCodes } from '@muster/domain/text-language.ts'
import { language } from './language.ts'

const names = new Intl.DisplayNames([language], { type: 'language' })

/** The name of a language in itself, if the app has it, otherwise in the language of the page. */
export const textLanguageName = (code: string): string =>
  languages.find(it => it.code === code)?.name ?? names.of(code) ?? code

/** The languages in which a site can write its texts, those of the app first. */
export const listTextLanguages = (): { value: string; label: string }[] => {
  const own = languages.map(it => it.code as string)
  const others = textLanguageCodes
    .filter(code => !own.includes(code))
    .map(value => ({ value, label: textLanguageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  return [...own.map(value => ({ value, label: textLanguageName(value) })), ...others]
}
