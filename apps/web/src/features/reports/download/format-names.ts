import type { ReportFormat } from '@muster/domain/report.ts'

/** The name and purpose of each format. */
export const formatNames = {
  pdf: ['PDF', 'To read and to print'],
  xlsx: ['Excel', 'A workbook with real numbers and times'],
  csv: ['CSV', 'For other programs'],
} satisfies Record<ReportFormat, readonly [string, string]>
