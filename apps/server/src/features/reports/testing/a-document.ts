import type { ReportDocument } from '@muster/contract/report-document.ts'

/** Names that a spreadsheet would run, and that need other letters. */
export const names = [
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
]

/** A report of attendance over the night in which clocks go back in Berlin. Its totals were added up by hand. */
export const aDocument: ReportDocument = {
  kind: 'attendance',
  subject: 'North yard',
  from: '2026-10-24',
  to: '2026-10-25',
  timeZone: 'Europe/Berlin',
  zonesDiffer: false,
  madeAt: '2026-10-26T05:00:00.000Z',
  keptSince: '2026-07-28T05:00:00.000Z',
  figures: [
    { label: 'People', value: 10, kind: 'count' },
    { label: 'Hours inside', value: 6_545, kind: 'minutes' },
  ],
  columns: [
    { key: 'name', label: 'Name', kind: 'text', total: null },
    { key: 'day', label: 'Day', kind: 'day', total: null },
    { key: 'in', label: 'First in', kind: 'time', total: null },
    { key: 'out', label: 'Last out', kind: 'moment', total: null },
    { key: 'visits', label: 'Visits', kind: 'count', total: 1_055 },
    { key: 'minutes', label: 'Inside', kind: 'minutes', total: 6_545 },
  ],
  // Visits 101 + … + 110, minutes 650 + … + 659.
  rows: names.map((name, at) => [
    name,
    '2026-10-25',
    // Twice half past two: at first by summer time.
    at % 2 === 0 ? '2026-10-25T00:30:00.000Z' : '2026-10-25T01:30:00.000Z',
    at === 3 ? null : '2026-10-25T15:00:00.000Z',
    101 + at,
    650 + at,
  ]),
}
