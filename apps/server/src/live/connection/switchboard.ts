import type pg from 'pg'
import type { ActiveSession, Sessions } from '../../rpc/sessions.ts'
import type { FeedAccess } from '../access.ts'
import type { Cursor } from '../cursor.ts'
import type { FeedEntry } from '../entry.ts'
import type { GreetingLimit } from '../greeting-limit.ts'
import type { LiveLimits } from '../limits.ts'
import type { LiveLog } from '../log.ts'
import type { CloseReason } from '../wire.ts'

/** The part of the hub that a connection uses. */
export type Switchboard<Viewer> = {
  readonly pool: pg.Pool
  readonly sessions: Sessions
  readonly access: FeedAccess<Viewer>
  readonly limits: LiveLimits
  readonly log: LiveLog
  readonly greetings: GreetingLimit
  readonly epoch: string
  /** True if a cursor of the epoch is valid in the current one. */
  isContinued(epoch: string, since: Cursor): boolean
  /** The cursor of the last feed entry that was passed to all connections watching its topic. */
  readonly cursor: Cursor
  /** Replaces the topics whose entries the connection receives. */
  watch(connection: Connection, topics: ReadonlySet<string>): void
  /** Registers the connection; returns false if the session has too many sockets already. */
  admit(connection: Connection, session: ActiveSession): boolean
  sent(): void
  left(connection: Connection, reason: CloseReason | undefined): void
}

export type Connection = {
  /** Receives the next entry of a watched topic. */
  take(entry: FeedEntry): void
  /** Collects frames, which `flush` sends in one write. */
  buffer(): void
  flush(): void
  /** Called regularly to detect dead sockets, and expired grants and sessions. */
  checkTimeouts(now: number): void
  close(reason: CloseReason): void
}
