import { msg } from '@lingui/core/runtime-macro'
import type { Tx } from '../../db/database.ts'
import { exportCsv } from '../../lib/csv-export.ts'
import { render } from '../../lib/texts/render.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { eventView } from './security.view.ts'
import { type EventFilter, listEvents } from './security-log.queries.ts'

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

/** Exports the filtered events as CSV with a heading row, newest first, times in UTC. */
export async function exportEvents(tx: Tx, filter: EventFilter, maxRows?: number) {
  const language = await readOwnLanguage(tx)
  return exportCsv({
    name: `security-events-${new Date().toISOString().slice(0, 10)}.csv`,
    header: headingRow.map(column => render(column, language)),
    listPage: async (page: { after: number | undefined; limit: number }) =>
      (await listEvents(tx, filter, page)).map(row => eventView(row)),
    toPosition: event => event.number,
    toCells: ({ actor, affected, ...event }) => [
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
    ],
    ...(maxRows !== undefined && { maxRows }),
  })
}
