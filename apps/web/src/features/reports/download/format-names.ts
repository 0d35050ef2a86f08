import type { ReportFormat } from '@muster/domain/report.ts'

/** The name of each format, and what it is for. */
export const formatNames = {
  pdf: ['PDF', 'To read and to print'],
  xlsx: ['Excel', 'A workbook with real numbers and times'],
  csv: ['CSV', 'For other programs'],
} satisfies Record<ReportFormat, readonly [string, string]>
