import { isDate } from '../../lib/dates.ts'
import { readTextParam } from '../../lib/search-props.ts'

/** The search parameters of a day's page, as stored in the URL. */
export type DaySearch = { zone?: string; user?: string; date?: string }

export const parseDaySearch = (search: Record<string, unknown>): DaySearch => ({
  zone: readTextParam(search.zone),
  user: readTextParam(search.user),
  date: isDate(search.date) ? search.date : undefined,
})
