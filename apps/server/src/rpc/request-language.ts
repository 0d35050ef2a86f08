import {
  languageCodes,
  otherLanguages,
  type ReadingLanguage,
  readingLanguages,
  sourceLanguage,
} from '@muster/domain/language.ts'
import { textLanguageCodes } from '@muster/domain/text-language.ts'

/** Maximum tags read from an `accept-language` header; browsers send a handful, the preferred one first. */
const MAX_TAGS = 10

/** Falls back to English. The app sends the shown language after those that the device prefers and the app lacks. */
export function negotiateLanguage(acceptLanguage: string | null | undefined): ReadingLanguage {
  for (const entry of (acceptLanguage ?? '').split(',', MAX_TAGS)) {
    const tag = entry.split(';')[0]?.trim().toLowerCase() ?? ''
    const language =
      readingLanguages.find(code => code.toLowerCase() === tag) ??
      languageCodes.find(code => code === tag.split('-')[0])
    if (language) return language
  }
  return sourceLanguage
}

/**
 * Returns the languages that the reader's device prefers to all those of the app, for texts that people write themselves. The app
 * sends them before the language it is shown in.
 */
export const readOtherLanguages = (headers: Headers): string[] =>
  otherLanguages((headers.get('accept-language') ?? '').split(',', MAX_TAGS)).filter(code =>
    textLanguageCodes.includes(code),
  )
