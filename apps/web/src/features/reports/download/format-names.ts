import { t } from '@lingui/core/macro'
import type { ReportFormat } from '@muster/domain/report.ts'

/** The name and purpose of each format. */
export const formatNames = {
  pdf: ['PDF', t`To read and to print`],
  xlsx: [t`Excel`, t`A workbook with real numbers and times`],
  csv: ['CSV', t`For other programs`],
} satisfies Record<ReportFormat, readonly [string, string]>
