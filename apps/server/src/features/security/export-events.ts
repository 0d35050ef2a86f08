import { msg } from '@lingui/core/runtime-macro'
import type { Tx } from '../../db/database.ts'
import { formatCsv } from '../../lib/csv.ts'
import { render } from '../../lib/texts/render.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { eventView } from './security.view.ts'
import { type EventFilter, listEvents } from './security-log.queries.ts'

const MAX_EVENTS = 50_000
const PAGE_SIZE = 2_000

const headingRow = [
  msg`number`,
  msg`time`,
  msg`type`,
  msg`severity`,
  msg`description`,
  msg`actor id`,
  msg`actor name`,
  msg`affected id`,
  msg`affected name`,
  msg`metadata`,
]

/** Exports the filtered events as CSV with a heading row, newest first, times in UTC, at most `maxEvents`. */
export async function exportEvents(
  tx: Tx,
  filter: EventFilter,
  maxEvents: number = MAX_EVENTS,
): Promise<{ csv: string; rows: number }> {
  const language = await readOwnLanguage(tx)
  const csvChunks = [formatCsv([headingRow.map(column => render(column, language))])]
  let rowCount = 0
  let lastNumber: number | undefined
  while (rowCount < maxEvents) {
    const limit = Math.min(PAGE_SIZE, maxEvents - rowCount)
    const page = await listEvents(tx, filter, { after: lastNumber, limit })
    csvChunks.push(formatCsv(page.map(row => toCells(eventView(row)))))
    rowCount += page.length
    lastNumber = page.at(-1)?.number
    if (page.length < limit) break
  }
  return { csv: csvChunks.join(''), rows: rowCount }
}

function toCells(event: ReturnType<typeof eventView>) {
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
