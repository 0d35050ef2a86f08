import { sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

export const allRecipients = (broadcastId: string): Audience => sql<string[]>`recipients_of(${broadcastId})`

/** The reachable recipients who have not answered a broadcast or, if it has no question, have not seen it. */
export const waitingRecipients = (broadcastId: string): Audience =>
  sql<string[]>`waiting_recipients(${broadcastId})`

/** The people who can resend a broadcast in place of its sender. Requires the database owner role. */
export const eligibleResenders = (broadcastId: string): Audience =>
  sql<string[]>`(select resenders_of(b) from broadcasts b where b.id = ${broadcastId})`
