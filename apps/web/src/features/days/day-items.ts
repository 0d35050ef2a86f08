import { gatherStretches, wayLengthM } from '@muster/domain/day-stays.ts'
import type { DayRow, TimelineReading } from './day-timeline.ts'

/** Several readings shown as one item of the list. */
export type DayStretchItem = {
  readonly kind: 'stay' | 'way' | 'vague'
  readonly id: string
  readonly from: number
  readonly to: number
  /** The first reading, whose verdict is that of all. */
  readonly first: TimelineReading
  readonly count: number
  /** Readings among them that are too vague for a verdict. */
  readonly vagueCount: number
  readonly poorCount: number
  readonly meters: number
}

/** An item of the list: readings gathered into a stay or a way, a single reading, or a gap. */
export type DayItem = DayStretchItem | DayRow

/** Gathers the rows of a day into stays and ways; gaps stay between them. */
export function toDayItems(rows: readonly DayRow[]): DayItem[] {
  const items: DayItem[] = []
  let line: TimelineReading[] = []
  for (const row of rows) {
    if (row.kind === 'reading') {
      line.push(row)
      continue
    }
    items.push(...gatherLine(line), row)
    line = []
  }
  return [...items, ...gatherLine(line)]
}

const gatherLine = (line: readonly TimelineReading[]): DayItem[] =>
  gatherStretches(line).map(({ kind, readings }): DayItem => {
    const [first] = readings
    if (kind === 'reading' || readings.length === 1) return { ...first, kind: 'reading' }
    return {
      kind,
      id: `${kind} ${first.id}`,
      from: first.at,
      to: (readings.at(-1) ?? first).at,
      first,
      count: readings.length,
      vagueCount: readings.filter(({ vague }) => vague).length,
      poorCount: readings.filter(({ poor, vague }) => poor && !vague).length,
      meters: wayLengthM(readings),
    }
  })

/** The period of an item; a reading has no length. */
export const toPeriod = (item: DayItem): { from: number; to: number } =>
  item.kind === 'reading' ? { from: item.at, to: item.at } : item
