import { createSearchParser, param } from '../../lib/search-props.ts'

export const parseDaySearch = createSearchParser({
  zone: param.text,
  user: param.text,
  date: param.date,
})
export type DaySearch = ReturnType<typeof parseDaySearch>
