import { expect, it } from 'vitest'
import { toDayItems } from './day-items.ts'
import type { DayRow, TimelineReading } from './day-timeline.ts'

const minute = 60_000
const aReading = (minutes: number, changes: Partial<TimelineReading> = {}): DayRow => ({
  kind: 'reading',
  id: String(minutes),
  at: minutes * minute,
  lat: 1,
  lng: 1,
  accuracyMeters: 5,
  inside: true,
  source: 'device',
  mock: false,
  vague: false,
  poor: false,
  ...changes,
})

it('readings at one place are one item that counts the vague and poor ones, and gaps stay between items', () => {
  const rows: DayRow[] = [
    aReading(0),
    aReading(1, { poor: true, accuracyMeters: 40 }),
    aReading(2, { vague: true, poor: true, accuracyMeters: 400 }),
    aReading(4),
    { kind: 'gap', id: 'gap', from: 4 * minute, to: 90 * minute },
    aReading(90),
  ]
  expect(toDayItems(rows)).toMatchObject([
    { kind: 'stay', from: 0, to: 4 * minute, count: 4, vagueCount: 1, poorCount: 1 },
    { kind: 'gap' },
    { kind: 'reading', id: '90' },
  ])
})
