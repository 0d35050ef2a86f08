import type pg from 'pg'
import type { ActiveSession, Sessions } from '../../rpc/sessions.ts'
import type { FeedAccess } from '../access.ts'
import type { Cursor } from '../cursor.ts'
import type { FeedEntry } from '../entry.ts'
import type { Greetings } from '../greetings.ts'
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
  readonly greetings: Greetings
  readonly epoch: string
  /** The last entry of the feed that was handed to all connections watching its topic. */
  readonly cursor: Cursor
  /** From now on the connection takes the entries of exactly these topics. */
  watch(connection: Connection, topics: ReadonlySet<string>): void
  /** May this session have one more socket? */
  admit(connection: Connection, session: ActiveSession): boolean
  sent(): void
  left(connection: Connection, reason: CloseReason | undefined): void
}

/** One socket. */
export type Connection = {
  /** The next entry of a topic it watches. */
  take(entry: FeedEntry): void
  /** Frames sent from now on go out in one write, at the flush. */
  buffer(): void
  flush(): void
  /** Every so often: finds dead sockets, grants and sessions that ran out. */
  beat(now: number): void
  close(reason: CloseReason): void
}
