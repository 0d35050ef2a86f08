export const reportKinds = ['attendance', 'presence', 'notifications', 'broadcasts'] as const
export type ReportKind = (typeof reportKinds)[number]

/** The columns that each kind of report has a chart of. Rows can only be filtered by the values of these columns. */
const chartColumns = {
  attendance: ['day', 'mark'],
  presence: ['day', 'hour'],
  notifications: ['day', 'severity'],
  broadcasts: ['day', 'priority'],
} as const satisfies Readonly<Record<ReportKind, readonly string[]>>
export type ChartColumn = (typeof chartColumns)[ReportKind][number]

export const isChartColumn = (kind: ReportKind, column: string): boolean =>
  chartColumns[kind].some(it => it === column)

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]
