import type { FeedEntry } from '../entry.ts'

export type FeedListener = {
  /** The next events, in order, each exactly once. Must not wait: whoever is slow is the listener's problem. */
  onEvents?(entries: readonly FeedEntry[]): void
  /**
   * Events of `aheadKinds` that have committed, while a writer still open holds them back from `onEvents`, where they come again:
   * for what may be heard twice and in any order.
   */
  onAhead?(entries: readonly FeedEntry[]): void
  /** The feed is no longer followed: what is held in memory may go stale without notice. */
  onBroken?(): void
  /** Followed again, and everything missed has been delivered. */
  onRecovered?(): void
  /** Events were lost for good (another database, or gone by retention): forget everything that rests on them. */
  onSkipped?(): void
}
