import { language } from './language.ts'

const conjunctionFormat = new Intl.ListFormat(language, { type: 'conjunction' })

/** Formats a list in the reader's language: 'Yard, Gate 4 and Office'. */
export const formatList = (parts: readonly string[]): string => conjunctionFormat.format(parts)
