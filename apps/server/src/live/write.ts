import type { Alert as AlertView } from '@muster/contract/alerts.ts'
import type { EventOf, FeedEventKind } from '@muster/contract/feed.ts'
import type { AlertType } from '@muster/domain/alert.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { appendEvents, type FeedAppend } from './append.ts'
import { announce, type EventRules } from './event-rules.ts'

/** People by their ids, or a query for them: `hazard_audience(…)`. */
export type Audience = readonly string[] | RawBuilder<string[]>

/** An entry of people's inboxes, and by their preferences a push message and a mail. */
export type Alert = {
  readonly type: AlertType
  /** Who leaves this zone loses the alert. Null for alerts about the account. */
  readonly zoneId: string | null
  readonly to: Audience
  /** Cut after 300 characters. */
  readonly title: string
  /** Cut after 1,000 characters. */
  readonly text: string
  readonly about: AlertView['metadata']
  /** Names the cause: nobody has two alerts of one source. */
  readonly source: string
  /** Takes the place of the people's earlier alert of this source. */
  readonly replaces?: true
}

/** A transaction, and what follows from its writes: heard when and only when it commits. */
export type Write = {
  readonly tx: Tx
  /** Writes the event into the feed, on every topic of its rule. */
  readonly publish: <Kind extends FeedEventKind>(rules: EventRules<Kind>, event: EventOf<Kind>) => void
  readonly alert: (alert: Alert) => void
}

/**
 * Runs `work`, and then writes what it published and raised: at the end of the transaction, because an open one that
 * wrote to the feed holds back the events of others.
 */
export async function write<T>(tx: Tx, work: (its: Write) => Promise<T>): Promise<T> {
  const events: FeedAppend[] = []
  const alerts: Alert[] = []
  const result = await work({
    tx,
    publish: (rules, event) => events.push(...announce(rules, event)),
    alert: alert => alerts.push(alert),
  })
  await raiseAlerts(tx, alerts)
  await appendEvents(tx, events)
  return result
}

async function raiseAlerts(tx: Tx, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return
  const calls = alerts.map(
    ({ type, zoneId, title, text, about, source, to, replaces }) => sql`
      select ${replaces ? sql`replace_alerts` : sql`raise_alerts`}(${type}, ${zoneId}::uuid,
      ${title}, ${text}, ${JSON.stringify(about)}::jsonb, ${source}, ${Array.isArray(to) ? sql`${to}::uuid[]` : to})`,
  )
  await sql`${sql.join(calls, sql` union all `)}`.execute(tx)
}
