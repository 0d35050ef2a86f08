import type { Tx } from '../../db/database.ts'
import { csvText } from '../../lib/csv.ts'
import { eventView } from './security.view.ts'
import { type EventFilter, listEvents } from './security-log.queries.ts'

const MOST = 50_000
const PAGE = 2_000

const heading = [
  'number',
  'time',
  'type',
  'severity',
  'description',
  'actor id',
  'actor name',
  'affected id',
  'affected name',
  'metadata',
]

/** The filtered events as CSV with a heading, newest first, times in UTC; at most `most` rows. */
export async function exportEvents(
  tx: Tx,
  filter: EventFilter,
  most: number = MOST,
): Promise<{ csv: string; rows: number }> {
  const parts = [csvText([heading])]
  let rows = 0
  let after: number | undefined
  while (rows < most) {
    const limit = Math.min(PAGE, most - rows)
    const page = await listEvents(tx, filter, { after, limit })
    parts.push(csvText(page.map(row => cells(eventView(row)))))
    rows += page.length
    after = page.at(-1)?.number
    if (page.length < limit) break
  }
  return { csv: parts.join(''), rows }
}

function cells(event: ReturnType<typeof eventView>) {
  const { actor, affected } = event
  return [
    event.number,
    event.createdAt,
    event.type,
    event.severity,
    event.description,
    actor?.id ?? null,
    actor?.name ?? null,
    affected?.id ?? null,
    affected?.name ?? null,
    JSON.stringify(event.metadata),
  ]
}
