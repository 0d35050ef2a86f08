import type { ReportDocument } from '@muster/contract/report-document.ts'
import type { ReportFormat } from '@muster/domain/report.ts'
import { shortFileName } from '../../../lib/short-file-name.ts'

const MOST = 120

/**
 * `attendance-north-yard-2026-11-01-to-2026-11-30.pdf`, and `…-filtered.pdf` for a subset of the rows: only letters, digits and
 * hyphens, which every store, mail program and file system accepts.
 */
export function reportFileName(
  { kind, subject, from, to, filter }: Pick<ReportDocument, 'kind' | 'subject' | 'from' | 'to' | 'filter'>,
  format: ReportFormat,
): string {
  const about = subject
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const days = from === to ? from : `${from}-to-${to}`
  return shortFileName(
    `${[kind, about, days, filter && 'filtered'].filter(Boolean).join('-')}.${format}`,
    MOST,
  )
}
