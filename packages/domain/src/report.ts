/** The kinds of reports there are. */
export const reportKinds = ['attendance', 'presence', 'notifications', 'broadcasts'] as const
export type ReportKind = (typeof reportKinds)[number]

/** The kinds of files a report is written to. */
export const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]
