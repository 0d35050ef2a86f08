import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportFormat } from '@muster/domain/report.ts'
import { shortenFileName } from '../../../lib/short-file-name.ts'

const MAX_LENGTH = 120

/**
 * `attendance-north-yard-2026-11-01-to-2026-11-30.pdf`, or `-filtered` for a subset: safe for every store, email and file system.
 */
export function toReportFileName(
  { kind, subject, from, to, filter }: Pick<ReportDocument, 'kind' | 'subject' | 'from' | 'to' | 'filter'>,
  format: ReportFormat,
): string {
  const subjectSlug = subject
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const days = from === to ? from : `${from}-to-${to}`
  return shortenFileName(
    `${[kind, subjectSlug, days, filter && 'filtered'].filter(Boolean).join('-')}.${format}`,
    MAX_LENGTH,
  )
}
