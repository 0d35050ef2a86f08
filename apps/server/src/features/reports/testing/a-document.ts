import type { ColumnKind, ReportCell, ReportDocument } from '@muster/contract/report-document.ts'

/** Names that a spreadsheet would execute as formulas, and names in other scripts. */
export const trickyNames = [
  '=1+1',
  '+1',
  '-1',
  '@x',
  '\tTab',
  '＝1+1',
  'Иван Петров',
  'محمد علي',
  'अर्जुन शर्मा',
  '李小龍',
  'דוד לוי',
  'สมชาย ใจดี',
]

/** Builds an attendance report with every possible column, and with the given reason. */
export function createWideDocument(reason: string): ReportDocument {
  const createColumn = (label: string, kind: ColumnKind, cell: ReportCell, total: number | null = null) => ({
    column: { key: label, label, kind, total },
    cell,
  })
  const allColumns = [
    createColumn('Name', 'text', 'Wilhelmina van den Broek-Oosterhuis'),
    createColumn('Day', 'day', '2026-10-25'),
    createColumn('Zone', 'text', 'Yamuna works yard, north gate and stores'),
    createColumn('First in', 'time', '2026-10-25T00:30:00.000Z'),
    createColumn('Last out', 'time', '2026-10-25T15:00:00.000Z'),
    createColumn('Visits', 'count', 12),
    createColumn('Time inside', 'minutes', 1_385, 119_110),
    createColumn('Expected', 'minutes', 480, 41_280),
    createColumn('Mark', 'text', 'Late and left early'),
    createColumn('Late by', 'minutes', 65, 5_590),
    createColumn('Left early by', 'minutes', 75, 6_450),
    createColumn('Overtime', 'minutes', 905, 77_830),
    createColumn('Rejected checks', 'count', 113, 9_718),
    createColumn('Uncertain checks', 'count', 97, 8_342),
    createColumn('Reason for correction', 'text', reason),
    createColumn('Measured', 'text', '08:17–16:40, 431 min'),
    createColumn('Objection', 'text', 'Accepted'),
  ]
  const row = allColumns.map(it => it.cell)
  return {
    ...sampleDocument,
    group: 'Night crew',
    person: 'Wilhelmina van den Broek-Oosterhuis',
    columns: allColumns.map(it => it.column),
    rows: [row, ...Array.from({ length: 85 }, () => row.with(14, 'Phone broken'))],
  }
}

/** An attendance report for the night when clocks go back in Berlin. Its totals were added up by hand. */
export const sampleDocument: ReportDocument = {
  kind: 'attendance',
  subject: 'North yard',
  language: 'en',
  from: '2026-10-24',
  to: '2026-10-25',
  timeZone: 'Europe/Berlin',
  zonesDiffer: false,
  madeAt: '2026-10-26T05:00:00.000Z',
  keptSince: '2026-07-28T05:00:00.000Z',
  figures: [
    { label: 'People', value: 12, kind: 'count' },
    { label: 'Time inside', value: 7_866, kind: 'minutes' },
  ],
  columns: [
    { key: 'name', label: 'Name', kind: 'text', total: null },
    { key: 'day', label: 'Day', kind: 'day', total: null },
    { key: 'in', label: 'First in', kind: 'time', total: null },
    { key: 'out', label: 'Last out', kind: 'moment', total: null },
    { key: 'visits', label: 'Visits', kind: 'count', total: 1_278 },
    { key: 'minutes', label: 'Inside', kind: 'minutes', total: 7_866 },
  ],
  // Visits 101 + … + 112, minutes 650 + … + 661.
  rows: trickyNames.map((name, at) => [
    name,
    '2026-10-25',
    // Half past two occurs twice; the first is in summer time.
    at % 2 === 0 ? '2026-10-25T00:30:00.000Z' : '2026-10-25T01:30:00.000Z',
    at === 3 ? null : '2026-10-25T15:00:00.000Z',
    101 + at,
    650 + at,
  ]),
}
