import { sql } from 'kysely'
import type { Alert, Write } from '../../live/write.ts'
import { alertsEvents } from './alerts.events.ts'

type Reworded = Pick<Alert, 'source' | 'title' | 'text'> & { readonly to: readonly string[] }

/** Silently replaces the texts of the alerts of these sources: nothing is announced or sent again. Runs as the owner. */
export async function rewordAlerts({ tx, publish }: Write, alerts: readonly Reworded[]): Promise<void> {
  if (alerts.length === 0) return
  const { rows } = await sql<{ userId: string }>`
    with reworded as (
      update user_alerts a set title = left(r.title, 300), description = left(r.text, 1000)
      from json_to_recordset(${JSON.stringify(alerts)}::json) r(source text, title text, text text, "to" uuid[])
      where a.source = r.source and a.user_id = any(r."to")
      returning a.user_id)
    select distinct user_id as "userId" from reworded`.execute(tx)
  for (const { userId } of rows) publish(alertsEvents, { kind: 'alerts.changed', userId })
}
