import type { Report } from '@muster/contract/reports.ts'

/** Returns the reader's own report without the name column, which would be the same in each row. */
export function ownReport(report: Report): Report {
  const { columns, rows } = report.document
  const nameAt = columns.findIndex(({ key }) => key === 'name')
  if (nameAt < 0) return report
  return {
    ...report,
    document: {
      ...report.document,
      columns: columns.toSpliced(nameAt, 1),
      rows: rows.map(row => row.toSpliced(nameAt, 1)),
    },
  }
}
