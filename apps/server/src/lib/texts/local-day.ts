import { sourceLanguage } from '@muster/domain/language.ts'
import { dayText } from '../day-text.ts'
import type { LocalValue } from './text.ts'

/** A day (YYYY-MM-DD) as the language writes it; in English `25 Nov 2026`. */
export function localDay(day: string): LocalValue {
  return language => {
    if (language.startsWith(sourceLanguage)) return dayText(day)
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
    return format.format(new Date(`${day}T00:00:00Z`))
  }
}
