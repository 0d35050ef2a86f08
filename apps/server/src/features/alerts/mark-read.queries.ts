import type { Tx } from '../../db/database.ts'
import { run } from '../../db/rows.ts'

type SomeAlerts = {
  /** `like` patterns. */
  readonly sources?: readonly string[]
  readonly about?: Readonly<Record<string, string>>
}

/** Marks a person's alerts from these sources and about these things as read; false if none was unread. Index: user_alerts_unread. */
export async function markRead(
  tx: Tx,
  userId: string,
  { sources = ['%'], about = {} }: SomeAlerts,
): Promise<boolean> {
  const changed = await run(tx)`update user_alerts set is_read = true
    where user_id = ${userId} and not is_read and source like any (${[...sources]}::text[]) and metadata @> ${JSON.stringify(about)}::jsonb`
  return changed > 0
}

/** Deletes queued alerts whose source matches one of these `like` patterns. Waits for a batch that is being written. */
export const dropOrders = (tx: Tx, sources: readonly string[]) =>
  run(tx)`delete from alert_orders where source like any (${[...sources]}::text[])`
