import { isDate } from '../../lib/dates.ts'
import { createSearchParser, readTextParam } from '../../lib/search-props.ts'

export const parseDaySearch = createSearchParser({
  zone: readTextParam,
  user: readTextParam,
  date: value => (isDate(value) ? value : undefined),
})
export type DaySearch = ReturnType<typeof parseDaySearch>
