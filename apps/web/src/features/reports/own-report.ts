import type { Report } from '@muster/contract/reports.ts'

/** A report of oneself, without what is the same in each row: the name, and how many people there were. */
export function ownReport(report: Report): Report {
  const { columns, rows, figures } = report.document
  const nameAt = columns.findIndex(({ key }) => key === 'name')
  if (nameAt < 0) return report
  return {
    ...report,
    document: {
      ...report.document,
      figures: figures.filter(({ label }) => label !== 'People'),
      columns: columns.toSpliced(nameAt, 1),
      rows: rows.map(row => row.toSpliced(nameAt, 1)),
    },
  }
}
