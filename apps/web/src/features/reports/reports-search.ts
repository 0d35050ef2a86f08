import { reportKinds } from '@muster/domain/report.ts'
import { isDate } from '../../lib/dates.ts'
import { createSearchParser, readTextParam, readWordParam, type SearchProps } from '../../lib/search-props.ts'

export const reportParts = ['report', 'hours', 'mailing'] as const
export type ReportPart = (typeof reportParts)[number]

const readDayParam = (value: unknown) => (isDate(value) ? value : undefined)

export const parseReportsSearch = createSearchParser({
  /** The open part of the page; omitted for the report itself. */
  part: readWordParam<ReportPart>(...reportParts.filter(it => it !== 'report')),
  kind: readWordParam(...reportKinds),
  /** The zone, for internal admins and client admins; zone managers read the selected zone. */
  zone: readTextParam,
  from: readDayParam,
  to: readDayParam,
  group: readTextParam,
  person: readTextParam,
  q: readTextParam,
  /** The selected bar: the column of its chart, and its value there. */
  by: readTextParam,
  value: readTextParam,
  /** The key of the sorted column, with a minus for descending order. */
  sort: readTextParam,
  /** The row whose details are open. */
  row: readTextParam,
})
export type ReportsSearch = ReturnType<typeof parseReportsSearch>
export type ReportsSearchProps = SearchProps<ReportsSearch>

/** The changes that clear the selected bar and row. Used when a different report is requested. */
export const clearedRowSearch = { by: undefined, value: undefined, row: undefined } satisfies ReportsSearch
