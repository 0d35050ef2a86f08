import { t } from '@lingui/core/macro'
import type { ReportFormat } from '@muster/domain/report.ts'

export const formatNames = {
  pdf: ['PDF', t`For reading and printing`],
  xlsx: [t`Excel`, t`A workbook with numbers and times you can calculate with`],
  csv: ['CSV', t`For other programs`],
} satisfies Record<ReportFormat, readonly [string, string]>
