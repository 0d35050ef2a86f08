import { thinDay } from '@muster/domain/day-track.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../../db/database.ts'
import { type DayReadingRow, listDayReadings, type Span } from './days.queries.ts'

const PAGE_SIZE = 4_000

type Reading = DayReadingRow & { readonly at: number }

/**
 * Returns the readings of a day, thinned for the screen, and their total number. They are read in pages and thinned along the way,
 * so that even a reading every second needs only the memory of a few pages.
 */
export async function readDay(
  tx: Tx,
  person: { readonly zoneId: string; readonly userId: string },
  span: Span,
): Promise<{ readings: Reading[]; total: number }> {
  let readings: Reading[] = []
  let total = 0
  let after: { at: string; id: string } | undefined
  for (;;) {
    const page = await listDayReadings(tx, person, span, { after, limit: PAGE_SIZE })
    total += page.length
    readings.push(...page.map(row => ({ ...row, at: Math.round(row.at_ms) })))
    // Thin only when necessary: thinning every page would drop turns that a day with fewer readings can keep.
    if (readings.length > limits.dayReadingsMost + PAGE_SIZE) readings = thinDay(readings)
    const lastRow = page.at(-1)
    if (page.length < PAGE_SIZE || !lastRow) return { readings: thinDay(readings), total }
    after = { at: lastRow.at_exact, id: lastRow.id }
  }
}
