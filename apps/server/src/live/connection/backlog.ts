import type { Cursor } from '../cursor.ts'
import type { FeedEntry } from '../entry.ts'

type Task = () => Promise<void>
export type Backlog = ReturnType<typeof createBacklog>

type Options = {
  readonly hub: { readonly cursor: Cursor }
  isClosed(): boolean
  onBusy(): void
  /** Forwards a queued entry; a returned promise resolves when the socket accepts more. */
  pass(entry: FeedEntry): Promise<void> | undefined
  onIdle(): void
  onFailure(error: unknown): void
}

/**
 * Runs the tasks of one socket one at a time. Entries that arrive during a task are queued and forwarded afterwards, so a busy
 * socket lags behind the hub.
 */
export function createBacklog({ hub, isClosed, onBusy, pass, onIdle, onFailure }: Options) {
  const tasks: Task[] = []
  const entries: FeedEntry[] = []
  let isBusy = false
  /** The cursor of the last entry forwarded while busy; otherwise the hub's cursor applies. */
  let forwardedCursor = hub.cursor
  /** The client has already received the entries up to this cursor, from a node that was ahead of this one. */
  let lastSeenCursor: Cursor | undefined

  async function runTasks() {
    while (!isClosed()) {
      const task = tasks.shift()
      if (task) {
        await task()
        continue
      }
      const entry = entries.shift()
      if (!entry) break
      const pause = pass(entry)
      forwardedCursor = entry.cursor
      if (pause) await pause
    }
    isBusy = false
    onIdle()
  }

  return {
    get isBusy() {
      return isBusy
    },
    /** The position up to which everything on this socket's topics was sent. */
    get cursor() {
      const cursor = isBusy ? forwardedCursor : hub.cursor
      return lastSeenCursor !== undefined && lastSeenCursor > cursor ? lastSeenCursor : cursor
    },
    /** Moves the position, for tasks that send entries themselves. */
    moveTo(cursor: Cursor) {
      forwardedCursor = cursor
    },
    skipUpTo(cursor: Cursor) {
      lastSeenCursor = cursor
    },
    isSeen(cursor: Cursor) {
      if (lastSeenCursor === undefined || cursor <= lastSeenCursor) return lastSeenCursor !== undefined
      lastSeenCursor = undefined
      return false
    },
    run(task: Task, position: 'next' | 'last' = 'last') {
      if (position === 'next') tasks.unshift(task)
      else tasks.push(task)
      if (isBusy) return
      onBusy()
      forwardedCursor = hub.cursor
      isBusy = true
      runTasks().catch(onFailure)
    },
    /** Queues an entry and returns the length of the queue. */
    add: (entry: FeedEntry) => entries.push(entry),
    clear() {
      tasks.length = 0
      entries.length = 0
    },
  }
}
