import { language } from './language.ts'

const conjunctionFormat = new Intl.ListFormat(language, { type: 'conjunction' })

/** Formats a list in the reader's language: 'Yard, Gate 4 and Office'. */
export const formatList = (parts: readonly string[]): string => conjunctionFormat.format(parts)

const disjunctionFormat = new Intl.ListFormat(language, { type: 'disjunction' })

/** Formats alternatives in the reader's language: 'Yard, Gate 4 or Office'. */
export const formatAlternatives = (parts: readonly string[]): string => disjunctionFormat.format(parts)
