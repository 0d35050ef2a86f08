import { msg } from '@lingui/core/runtime-macro'
import type { Tx } from '../../db/database.ts'
import { type CsvColumn, exportCsv } from '../../lib/csv-export.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { eventView } from './security.view.ts'
import { type EventFilter, listEvents } from './security-log.queries.ts'

const columns: readonly CsvColumn<ReturnType<typeof eventView>>[] = [
  [msg`number`, it => it.number],
  [msg`time`, it => it.createdAt],
  [msg`type`, it => it.type],
  [msg`severity`, it => it.severity],
  [msg`description`, it => it.description],
  [msg`actor id`, it => it.actor?.id ?? null],
  [msg`actor name`, it => it.actor?.name ?? null],
  [msg`affected id`, it => it.affected?.id ?? null],
  [msg`affected name`, it => it.affected?.name ?? null],
  [msg`metadata`, it => JSON.stringify(it.metadata)],
]

/** Exports the filtered events as CSV with a heading row, newest first, times in UTC. */
export const exportEvents = async (tx: Tx, filter: EventFilter, maxRows?: number) =>
  exportCsv({
    name: `security-events-${new Date().toISOString().slice(0, 10)}.csv`,
    language: await readOwnLanguage(tx),
    columns,
    listPage: async (page: { after: number | undefined; limit: number }) =>
      (await listEvents(tx, filter, page)).map(row => eventView(row)),
    toPosition: event => event.number,
    maxRows,
  })
