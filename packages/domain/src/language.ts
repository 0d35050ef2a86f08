/** A language in which the product is available. `reviewed` is false while it has only been machine-translated. */
export type LanguageInfo = {
  readonly code: string
  /** The name of the language in that language. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  readonly reviewed: boolean
}

/** The language of the strings in the source code. */
export const sourceLanguage = 'en'

export const languages = [
  { code: 'en', name: 'English', direction: 'ltr', reviewed: true },
  { code: 'ar', name: 'العربية', direction: 'rtl', reviewed: false },
  { code: 'hi', name: 'हिन्दी', direction: 'ltr', reviewed: false },
] as const satisfies readonly LanguageInfo[]

/** The code of a language that a person can choose. */
export type Language = (typeof languages)[number]['code']

export const languageCodes: readonly Language[] = languages.map(({ code }) => code)

/** Before the first the app has. Not compared with `textLanguageCodes`, which the app does not load first. */
export function otherLanguages(tags: readonly string[]): string[] {
  const codes = tags.map(
    tag =>
      tag
        .trim()
        .toLowerCase()
        .split(/[-;@_]/)[0] ?? '',
  )
  const first = codes.findIndex(code => isLanguage(code))
  return [...new Set(codes.slice(0, first === -1 ? undefined : first))].filter(code =>
    /^[a-z]{2,3}$/.test(code),
  )
}

export const isLanguage = (code: unknown): code is Language =>
  languageCodes.some(language => language === code)

/**
 * Longer, accented and bracketed English, generated from the catalogues. End-to-end tests use it to find strings that are in no
 * catalogue or do not fit. It cannot be chosen in Settings.
 */
export const pseudoLanguage = 'en-XA'

/** A language in which a person can read the app: a real language or, in end-to-end tests, the pseudo-language. */
export type ReadingLanguage = Language | typeof pseudoLanguage

export const readingLanguages: readonly ReadingLanguage[] = [...languageCodes, pseudoLanguage]

export const findDirection = (code: string): 'ltr' | 'rtl' =>
  languages.find(language => language.code === code)?.direction ?? 'ltr'

/** Returns the first supported language among the reader's preferred tags, such as `en-GB`; otherwise the source language. */
export function preferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const code = tag.toLowerCase().split('-')[0]
    if (isLanguage(code)) return code
  }
  return sourceLanguage
}
