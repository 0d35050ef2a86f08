/** The kinds of reports there are. */
export const reportKinds = ['attendance', 'presence', 'notifications', 'broadcasts'] as const
export type ReportKind = (typeof reportKinds)[number]

/** Lists, for each kind of report, the columns its charts have bars for. Rows can be filtered by these alone. */
const chartColumns = {
  attendance: ['day', 'mark'],
  presence: ['day', 'hour'],
  notifications: ['day', 'severity'],
  broadcasts: ['day', 'priority'],
} as const satisfies Readonly<Record<ReportKind, readonly string[]>>
export type ChartColumn = (typeof chartColumns)[ReportKind][number]

export const isChartColumn = (kind: ReportKind, column: string): boolean =>
  chartColumns[kind].some(one => one === column)

/** The kinds of files a report is written to. */
export const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]
