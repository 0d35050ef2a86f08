import { type ReportKind, reportKinds } from '@muster/domain/report.ts'
import { isDate } from '../../lib/dates.ts'
import { type InAddress, textIn } from '../../lib/in-address.ts'

export const reportParts = ['report', 'hours', 'mailing'] as const
export type ReportPart = (typeof reportParts)[number]

/** What the address of Reports says. */
export type ReportsSearch = {
  /** Undefined for the report itself. */
  part?: ReportPart
  kind?: ReportKind
  /** For internal admins and client admins; zone managers read the zone they work in. */
  zone?: string
  from?: string
  to?: string
  group?: string
  person?: string
  q?: string
  /** The bar that was chosen: the column of its chart, and its value there. */
  by?: string
  value?: string
  /** Key of the column the rows are sorted by, with a minus where the highest come first. */
  sort?: string
  /** The row whose details are open. */
  row?: string
}

export type ReportsAddress = InAddress<ReportsSearch>

const dayOf = (value: unknown) => (isDate(value) ? value : undefined)

/** Out of whatever stands in the address. */
export function reportsSearchOf(search: Record<string, unknown>): ReportsSearch {
  return {
    part: reportParts.find(part => part !== 'report' && part === search.part),
    kind: reportKinds.find(kind => kind === search.kind),
    zone: textIn(search.zone),
    from: dayOf(search.from),
    to: dayOf(search.to),
    group: textIn(search.group),
    person: textIn(search.person),
    q: textIn(search.q),
    by: textIn(search.by),
    value: textIn(search.value),
    sort: textIn(search.sort),
    row: textIn(search.row),
  }
}

/** What is taken back when another report is asked for: it has other rows. */
export const ofOtherRows = { by: undefined, value: undefined, row: undefined } satisfies ReportsSearch
