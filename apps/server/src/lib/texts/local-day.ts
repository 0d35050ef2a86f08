import { sourceLanguage } from '@muster/domain/language.ts'
import { formatEnglishDay } from '../day-text.ts'
import type { LocalValue } from './text.ts'

type Style = Intl.DateTimeFormatOptions
const withYearStyle: Style = { dateStyle: 'medium', timeZone: 'UTC' }
const withoutYearStyle: Style = { day: 'numeric', month: 'short', timeZone: 'UTC' }

// Cached, because creating a format takes longer than formatting thousands of days.
const formatsByKey = new Map<string, Intl.DateTimeFormat>()

function formatDay(day: string, language: string, style: Style): string {
  const key = `${language} ${style.dateStyle}`
  const format = formatsByKey.get(key) ?? new Intl.DateTimeFormat(language, style)
  formatsByKey.set(key, format)
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : format.format(at)
}

const isEnglish = (language: string) => language.startsWith(sourceLanguage)

/** Formats a day (YYYY-MM-DD) as the language writes it; in English `25 Nov 2026`. */
export const localDay =
  (day: string): LocalValue =>
  language =>
    isEnglish(language) ? formatEnglishDay(day) : formatDay(day, language, withYearStyle)

/** Formats a day without its year; in English `25 Nov`. */
export const localShortDay =
  (day: string): LocalValue =>
  language =>
    isEnglish(language)
      ? formatEnglishDay(day).replace(/ \d{4}$/, '')
      : formatDay(day, language, withoutYearStyle)
