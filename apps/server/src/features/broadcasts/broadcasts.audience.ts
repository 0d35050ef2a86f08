import { sql } from 'kysely'
import type { Audience } from '../../live/write.ts'

/** Everybody a broadcast was sent to. */
export const recipientsOf = (broadcastId: string): Audience => sql<string[]>`recipients_of(${broadcastId})`

/** The recipients who have not answered it, or not seen it if it asks nothing, and who can still be reached. */
export const waitingRecipients = (broadcastId: string): Audience =>
  sql<string[]>`waiting_recipients(${broadcastId})`

/** The people who can resend it in place of its sender. Owner only. */
export const resendersOf = (broadcastId: string): Audience =>
  sql<string[]>`(select resenders_of(b) from broadcasts b where b.id = ${broadcastId})`
