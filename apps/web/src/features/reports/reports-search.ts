import { type ReportKind, reportKinds } from '@muster/domain/report.ts'
import { isDate } from '../../lib/dates.ts'
import { readTextParam, type SearchProps } from '../../lib/search-props.ts'

export const reportParts = ['report', 'hours', 'mailing'] as const
export type ReportPart = (typeof reportParts)[number]

/** The search parameters of the reports page. */
export type ReportsSearch = {
  /** The open part of the page; undefined for the report itself. */
  part?: ReportPart
  kind?: ReportKind
  /** The zone, for internal admins and client admins; zone managers read the selected zone. */
  zone?: string
  from?: string
  to?: string
  group?: string
  person?: string
  q?: string
  /** The selected bar: the column of its chart, and its value there. */
  by?: string
  value?: string
  /** The key of the sorted column, with a minus for descending order. */
  sort?: string
  /** The row whose details are open. */
  row?: string
}

export type ReportsSearchProps = SearchProps<ReportsSearch>

const parseDay = (value: unknown) => (isDate(value) ? value : undefined)

/** Parses the search parameters; invalid values are dropped. */
export function parseReportsSearch(search: Record<string, unknown>): ReportsSearch {
  return {
    part: reportParts.find(part => part !== 'report' && part === search.part),
    kind: reportKinds.find(kind => kind === search.kind),
    zone: readTextParam(search.zone),
    from: parseDay(search.from),
    to: parseDay(search.to),
    group: readTextParam(search.group),
    person: readTextParam(search.person),
    q: readTextParam(search.q),
    by: readTextParam(search.by),
    value: readTextParam(search.value),
    sort: readTextParam(search.sort),
    row: readTextParam(search.row),
  }
}

/** The changes that clear the selected bar and row. Used when a different report is requested. */
export const clearedRowSearch = { by: undefined, value: undefined, row: undefined } satisfies ReportsSearch
