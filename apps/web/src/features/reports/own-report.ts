import type { Report } from '@muster/contract/reports.ts'

/** Returns the reader's own report without the name column, which would be the same in each row. */
export function toOwnReport(report: Report): Report {
  const { columns, rows } = report.document
  const nameIndex = columns.findIndex(({ key }) => key === 'name')
  if (nameIndex < 0) return report
  return {
    ...report,
    document: {
      ...report.document,
      columns: columns.toSpliced(nameIndex, 1),
      rows: rows.map(row => row.toSpliced(nameIndex, 1)),
    },
  }
}
