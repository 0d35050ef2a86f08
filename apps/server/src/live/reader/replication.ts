import type pg from 'pg'
import { readEpoch } from '../epoch.ts'

/** What a reader asks a server about its history. Tests answer for a standby that took over. */
export type HistoryReader = {
  readonly readEpoch: (client: pg.ClientBase) => Promise<string>
  readonly readIsSynchronous: (client: pg.ClientBase) => Promise<boolean>
}

/** Returns true if commits wait for a standby, so that a standby that takes over has everything that anybody has seen. */
async function readIsSynchronous(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ synchronous: boolean }>(
    `select current_setting('synchronous_standby_names') <> ''
       and current_setting('synchronous_commit') in ('on', 'remote_apply') as synchronous`,
  )
  return rows[0]?.synchronous === true
}

export const serverHistory: HistoryReader = { readEpoch, readIsSynchronous }

/** True if the only difference between two epochs is the timeline, which a promoted standby counts up (see `readEpoch`). */
export function isNextTimeline(previous: string, current: string): boolean {
  const [before, after] = [previous.split('-'), current.split('-')]
  if (before[0] === 'start' || before.length !== 4 || after.length !== 4) return false
  return [0, 2, 3].every(n => before[n] === after[n]) && String(after[1]) > String(before[1])
}
