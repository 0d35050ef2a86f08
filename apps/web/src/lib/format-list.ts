import { language } from './language.ts'

const conjunction = new Intl.ListFormat(language, { type: 'conjunction' })

/** 'Yard, Gate 4 and Office', in the reader's language. */
export const formatList = (parts: readonly string[]): string => conjunction.format(parts)
