import type { Report } from '@muster/contract/reports.ts'

const people = [
  ['Ana Ruiz', '0192f0c0-0000-7000-8000-000000000201'],
  ['Bo Lind', '0192f0c0-0000-7000-8000-000000000202'],
  ['José Álvarez', '0192f0c0-0000-7000-8000-000000000203'],
] as const
const days = ['2026-11-18', '2026-11-19', '2026-11-20'] as const
export const anaId = people[0][1]
export const zoneId = '0192f0c0-0000-7000-8000-000000000101'

const minutesByPerson = [
  [480, 472, null],
  [455, 30, 61],
  [500, 510, 495],
] as const

/** Creates an attendance report of three people over three days, with the server's columns. One was absent on the last day. */
export function aReport(changes: Partial<Report['document']> = {}): Report {
  const entries = people.flatMap(([name, userId], personIndex) =>
    days.flatMap((day, index) => {
      const inside = minutesByPerson[personIndex]?.[index]
      if (inside === null || inside === undefined) return []
      const status = personIndex === 1 && index === 1 ? 'Left early' : 'Present'
      const row = [
        ...[name, day, `${day}T03:30:00.000Z`, `${day}T12:00:00.000Z`],
        ...[personIndex + 1, inside, status, 0, 0],
      ]
      return [{ row, userId }]
    }),
  )
  const sumColumn = (index: number) => entries.reduce((sum, { row }) => sum + Number(row[index]), 0)
  const rows = entries.map(({ row }) => row)
  return {
    document: {
      kind: 'attendance',
      subject: 'North yard',
      language: 'en',
      from: '2026-11-18',
      to: '2026-11-20',
      timeZone: 'Asia/Kolkata',
      zonesDiffer: false,
      madeAt: '2026-11-20T13:00:00.000Z',
      keptSince: '2026-08-22T13:00:00.000Z',
      figures: [
        { label: 'People', value: 3, kind: 'count' },
        { label: 'Visits', value: sumColumn(4), kind: 'count' },
        { label: 'Time inside', value: sumColumn(5), kind: 'minutes' },
        { label: 'Rejected or uncertain checks', value: 0, kind: 'count' },
      ],
      columns: [
        { key: 'name', label: 'Name', kind: 'text', total: null },
        { key: 'day', label: 'Day', kind: 'day', total: null },
        { key: 'firstIn', label: 'First in', kind: 'time', total: null },
        { key: 'lastOut', label: 'Last out', kind: 'time', total: null },
        { key: 'visits', label: 'Visits', kind: 'count', total: null },
        { key: 'inside', label: 'Time inside', kind: 'minutes', total: sumColumn(5) },
        { key: 'mark', label: 'Mark', kind: 'text', total: null },
        { key: 'refused', label: 'Rejected checks', kind: 'count', total: 0 },
        { key: 'uncertain', label: 'Uncertain checks', kind: 'count', total: 0 },
      ],
      rows,
      ...changes,
    },
    charts: [
      {
        title: 'Time inside by day',
        column: 'day',
        kind: 'minutes',
        series: [{ key: 'inside', label: 'Time inside' }],
        bars: days.map(day => ({
          value: day,
          label: day.slice(8),
          amounts: [rows.filter(row => row[1] === day).reduce((sum, row) => sum + Number(row[5]), 0)],
        })),
      },
    ],
    refs: entries.map(({ userId }) => ({ zoneId, userId, measured: null })),
  }
}
