import { reportKinds } from '@muster/domain/report.ts'
import { createSearchParser, param, type SearchProps } from '../../lib/search-props.ts'

export const reportParts = ['report', 'hours', 'mailing'] as const
export type ReportPart = (typeof reportParts)[number]

export const parseReportsSearch = createSearchParser({
  /** The open part of the page; omitted for the report itself. */
  part: param.word<ReportPart>(...reportParts.filter(it => it !== 'report')),
  kind: param.word(...reportKinds),
  /** The zone, for internal admins and client admins; zone managers read the selected zone. */
  zone: param.text,
  from: param.date,
  to: param.date,
  group: param.text,
  person: param.text,
  q: param.text,
  /** The selected bar: the column of its chart, and its value there. */
  by: param.text,
  value: param.text,
  /** The key of the sorted column, with a minus for descending order. */
  sort: param.text,
  /** The row whose details are open. */
  row: param.text,
})
export type ReportsSearch = ReturnType<typeof parseReportsSearch>
export type ReportsSearchProps = SearchProps<ReportsSearch>

/** The changes that clear the selected bar and row. Used when a different report is requested. */
export const clearedRowSearch = { by: undefined, value: undefined, row: undefined } satisfies ReportsSearch
