/** A language in which the product can be read. `reviewed` is false while only a machine has translated it. */
export type LanguageFacts = {
  readonly code: string
  /** The language's own name for itself. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  readonly reviewed: boolean
}

/** The language of the texts in the source. */
export const sourceLanguage = 'en'

export const languages = [
  { code: 'en', name: 'English', direction: 'ltr', reviewed: true },
  { code: 'ar', name: 'العربية', direction: 'rtl', reviewed: false },
  { code: 'hi', name: 'हिन्दी', direction: 'ltr', reviewed: false },
] as const satisfies readonly LanguageFacts[]

/** The code of a language that a person can choose. */
export type Language = (typeof languages)[number]['code']

export const languageCodes: readonly Language[] = languages.map(({ code }) => code)

export const isLanguage = (code: unknown): code is Language =>
  languageCodes.some(language => language === code)

/**
 * Longer, accented and bracketed English, made from the catalogues. Journeys run through it to find texts that are in no catalogue
 * or do not fit. Nobody can choose it in Settings.
 */
export const pseudoLanguage = 'en-XA'

/** What a person's texts may be in: a language, or in journeys the pseudo-language. */
export type ReadingLanguage = Language | typeof pseudoLanguage

export const readingLanguages: readonly ReadingLanguage[] = [...languageCodes, pseudoLanguage]

export const findDirection = (code: string): 'ltr' | 'rtl' =>
  languages.find(language => language.code === code)?.direction ?? 'ltr'

/** Returns the first reviewed language among the reader's preferred tags, such as `en-GB`, or the source language. */
export function preferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const code = tag.toLowerCase().split('-')[0]
    const language = languages.find(({ code: known, reviewed }) => reviewed && known === code)
    if (language) return language.code
  }
  return sourceLanguage
}
