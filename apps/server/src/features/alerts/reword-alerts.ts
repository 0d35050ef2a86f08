import type { RawBuilder } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import type { Text } from '../../lib/texts/text.ts'
import { type Alert, toLanguages, type WriteContext } from '../../live/write.ts'
import { alertsEvents } from './alerts.events.ts'

type RewordedAlert = Pick<Alert, 'source' | 'title' | 'text'> & { readonly to: readonly string[] }

/** Silently replaces the texts of the alerts with these sources. Screens are updated, but no alert is raised or delivered again. */
export async function rewordAlerts(
  { tx, publish }: WriteContext,
  alerts: readonly RewordedAlert[],
): Promise<void> {
  if (alerts.length === 0) return
  const translatedAlerts = alerts.map(({ source, to, title, text }) => ({
    source,
    to,
    title: toLanguages(title),
    text: toLanguages(text),
  }))
  const rows = await many(tx)<{ userId: string }>`
    with reworded as (
      update user_alerts a set title = left(text_in(r.title, its.language), 300),
        description = left(text_in(r.text, its.language), 1000)
      from json_to_recordset(${JSON.stringify(translatedAlerts)}::json) r(source text, title jsonb, text jsonb, "to" uuid[]),
        user_profiles u, lateral (select reading_language(u.id, u.language) as language) its
      where a.source = r.source and a.user_id = any(r."to") and u.id = a.user_id
      returning a.user_id)
    select distinct user_id as "userId" from reworded`
  for (const { userId } of rows) publish(alertsEvents, { kind: 'alerts.changed', userId })
}

type ClosedAlerts = {
  /** Matches the alerts `a` that are over. */
  readonly matches: RawBuilder<unknown>
  /** Matches those that get the new title and lose their description. */
  readonly isReworded: RawBuilder<unknown>
  readonly title: Text
  readonly endedAt: Date | null
}

/** Marks alerts as read and over. Returns the people none of whose alerts was urgent. */
export async function closeAlerts(
  tx: Tx,
  { matches, isReworded, title, endedAt }: ClosedAlerts,
): Promise<string[]> {
  const rows = await many(tx)<{ userId: string }>`
    with ended as (
      update user_alerts a set is_read = true, metadata = a.metadata || ${JSON.stringify({ endedAt: endedAt?.toISOString() })}::jsonb,
        title = case when ${isReworded} then left(text_in(${JSON.stringify(toLanguages(title))}::jsonb, its.language), 300) else a.title end,
        description = case when ${isReworded} then '' else a.description end
      from user_profiles u cross join lateral (select reading_language(u.id, u.language) as language offset 0) its
      where u.id = a.user_id and ${matches}
      returning a.user_id, a.metadata)
    select user_id as "userId" from ended group by user_id
    having not bool_or(coalesce(metadata ->> 'urgent' = 'true', false))`
  return rows.map(it => it.userId)
}
