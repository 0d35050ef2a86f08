import { isDate } from '../../lib/dates.ts'

/** The search parameters of a day's address. */
export type DaySearch = { zone?: string; user?: string; date?: string }

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export const daySearchOf = (search: Record<string, unknown>): DaySearch => ({
  zone: textOf(search.zone),
  user: textOf(search.user),
  date: isDate(search.date) ? search.date : undefined,
})
