import { sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

/** All recipients of a broadcast. */
export const toRecipients = (broadcastId: string): Audience => sql<string[]>`recipients_of(${broadcastId})`

/** The reachable recipients who have not answered a broadcast or, if it asks nothing, have not seen it. */
export const waitingRecipients = (broadcastId: string): Audience =>
  sql<string[]>`waiting_recipients(${broadcastId})`

/** The people who can resend a broadcast in place of its sender. Owner only. */
export const toResenders = (broadcastId: string): Audience =>
  sql<string[]>`(select resenders_of(b) from broadcasts b where b.id = ${broadcastId})`
