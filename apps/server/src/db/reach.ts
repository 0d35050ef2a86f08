import type { ReachCounts } from '@muster/contract/reach.ts'
import type { ReachWay } from '@muster/domain/reach.ts'
import type { RawBuilder } from 'kysely'
import type { Tx } from './database.ts'
import { many } from './rows.ts'

type WayCount = { readonly way: ReachWay | null; readonly people: number }

/** Sums the people by the way something urgent gets to them; without a way, nothing does. */
export function toReachCounts(rows: readonly WayCount[]): ReachCounts {
  const counts = { device: 0, app: 0, none: 0 }
  for (const { way, people } of rows) counts[way ?? 'none'] += people
  return counts
}

/** Counts accounts by the way something urgent gets to them. */
export async function countReachAmong(tx: Tx, userIds: RawBuilder<string[]>): Promise<ReachCounts> {
  const rows = await many(tx)<WayCount>`
    select way, count(*)::integer as people from reach_of(${userIds}) group by way`
  return toReachCounts(rows)
}
