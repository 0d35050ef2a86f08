export const reportKinds = ['attendance', 'presence', 'notifications', 'broadcasts'] as const
export type ReportKind = (typeof reportKinds)[number]

/** PDFs of one moment that are made as report files when they are too long for a direct download: who is inside, who is missing. */
export const rollKinds = ['inside', 'missing'] as const
export type RollKind = (typeof rollKinds)[number]

export const isRollKind = (kind: ReportKind | RollKind): kind is RollKind => rollKinds.some(it => it === kind)

/** The columns by which each kind of report is charted. Rows can only be filtered by the bars of these charts. */
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
