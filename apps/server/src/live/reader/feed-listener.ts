import type { FeedEntry } from '../entry.ts'

export type FeedListener = {
  /** Receives the next events in order, each exactly once. The listener must not block; it has to deal with slow clients itself. */
  onEvents?(entries: readonly FeedEntry[]): void
  /**
   * Events of `aheadKinds` while an open writer holds back `onEvents`, which delivers them again. Tolerate duplicates and any order.
   */
  onUpcoming?(entries: readonly FeedEntry[]): void
  /** Called when the feed is no longer followed, so data in memory may become stale without notice. */
  onBroken?(): void
  /** Called when the feed is followed again and everything missed has been delivered. */
  onRecovered?(): void
  /**
   * Called when another server process than before is followed, after a restart or a failover. Connections that were opened before
   * `lostAt` (of `performance.now()`) lead nowhere.
   */
  onServerReplaced?(lostAt: number): void
  /** Events are lost for good (database replaced, or removed by retention); data that depends on them must be dropped. */
  onSkipped?(): void
}
