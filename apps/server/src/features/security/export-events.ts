import { msg } from '@lingui/core/runtime-macro'
import type { Tx } from '../../db/database.ts'
import { csvText } from '../../lib/csv.ts'
import { render } from '../../lib/texts/render.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { eventView } from './security.view.ts'
import { type EventFilter, listEvents } from './security-log.queries.ts'

const MOST = 50_000
const PAGE = 2_000

const heading = [
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

/** Exports the filtered events as CSV with a heading, newest first, times in UTC, up to a maximum number of rows. */
export async function exportEvents(
  tx: Tx,
  filter: EventFilter,
  most: number = MOST,
): Promise<{ csv: string; rows: number }> {
  const language = await readOwnLanguage(tx)
  const parts = [csvText([heading.map(column => render(column, language))])]
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
