import type { Alert as AlertView } from '@muster/contract/alerts.ts'
import type { EventOf, FeedEventKind } from '@muster/contract/feed.ts'
import type { TopicKind } from '@muster/contract/topic.ts'
import type { AlertType } from '@muster/domain/alert.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { run } from '../db/rows.ts'
import { renderAll } from '../lib/texts/render.ts'
import type { Text } from '../lib/texts/text.ts'
import { appendEvents, type FeedAppend } from './append.ts'
import { announce, type EventRules } from './event-rules.ts'

/** Ids of people, or a query that returns them, such as `hazard_audience(…)`. */
export type Audience = readonly string[] | RawBuilder<string[]>

/** An entry in people's inboxes and, depending on their preferences, a push notification and an email. */
export type Alert = {
  readonly type: AlertType
  /** The zone whose membership the alert depends on: leaving it removes the alert. Null for alerts about the account. */
  readonly zoneId: string | null
  readonly to: Audience
  /** Truncated to 300 characters. */
  readonly title: Text
  /** Truncated to 1,000 characters. */
  readonly text: Text
  readonly about: AlertView['metadata']
  /** Identifies the cause of the alert: nobody gets two alerts from the same source. */
  readonly source: string
  /** Replaces the earlier alert with the same source and notifies again, so that a conversation keeps only its newest alert. */
  readonly replaces?: true
}

/** A transaction with its events and alerts, which are published if and only if it commits. */
export type WriteContext = {
  readonly tx: Tx
  /** Written at the end of the transaction: to every topic of its rule, or only to those of the given kinds. */
  readonly publish: <Kind extends FeedEventKind>(
    rules: EventRules<Kind>,
    event: EventOf<Kind>,
    on?: readonly TopicKind[],
  ) => void
  readonly alert: (alert: Alert) => void
}

/**
 * Runs `work`, and then writes its events and alerts. They are written last, because a transaction that has written to the feed
 * delays all other events until it ends.
 */
export async function write<T>(tx: Tx, work: (its: WriteContext) => Promise<T>): Promise<T> {
  const events: FeedAppend[] = []
  const alerts: Alert[] = []
  const result = await work({
    tx,
    publish: (rules, event, on) => events.push(...announce(rules, event, on)),
    alert: alert => alerts.push(alert),
  })
  await raiseAlerts(tx, alerts)
  await appendEvents(tx, events)
  return result
}

/** Converts a text to the form that `text_in` in the database reads: a string for everybody, or one for each language. */
export const toLanguages = (text: Text) => (typeof text === 'string' ? text : renderAll(text))

/** Maximum alerts per statement, because PostgreSQL accepts at most 65,535 parameters. */
const MAX_ALERTS_PER_STATEMENT = 1_000

async function raiseAlerts(tx: Tx, alerts: readonly Alert[]): Promise<void> {
  for (let start = 0; start < alerts.length; start += MAX_ALERTS_PER_STATEMENT) {
    const calls = alerts.slice(start, start + MAX_ALERTS_PER_STATEMENT).map(
      ({ type, zoneId, title, text, about, source, to, replaces }) => sql`
        select ${sql.raw(replaces ? 'replace_alerts' : 'raise_alerts')}(${type}, ${zoneId}::uuid, ${JSON.stringify(toLanguages(title))}::jsonb,
          ${JSON.stringify(toLanguages(text))}::jsonb, ${JSON.stringify(about)}::jsonb, ${source}, ${Array.isArray(to) ? sql`${to}::uuid[]` : to})`,
    )
    await run(tx)`${sql.join(calls, sql` union all `)}`
  }
}
