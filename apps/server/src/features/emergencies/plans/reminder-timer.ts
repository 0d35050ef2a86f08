import type { FeedEntry } from '../../../live/entry.ts'
import { withoutOutages } from '../../../rpc/unexpected.ts'
import type { JobDeps } from '../run-for-each.ts'
import { readNextReminderMs } from './plans.queries.ts'
import { sendReminders } from './remind.ts'

/** Least milliseconds between two runs, so that one that fails is not repeated at once. */
const RETRY_MS = 1_000

/** At the due second, on every node; the database decides which one sends. The job of every minute does what all of them missed. */
export function createReminderTimer({ db, log }: JobDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  /** The work in progress; the next one begins after it. */
  let running: Promise<unknown> = Promise.resolve()
  const enqueue = (work: () => Promise<unknown>) => {
    running = running
      .then(() => (isStopped ? undefined : work()))
      .catch(error =>
        withoutOutages(log).warn({ err: error }, 'Emergencies: the next reminder could not be found yet'),
      )
  }
  const setTimer = (leastMs = 0) =>
    enqueue(async () => {
      const dueMs = await db.asOwner('reminders of all zones are looked for', readNextReminderMs)
      clearTimeout(timer)
      if (dueMs === null || isStopped) return
      timer = setTimeout(
        () => {
          enqueue(() => sendReminders({ db, log }))
          setTimer(RETRY_MS)
        },
        Math.max(dueMs, leastMs),
      )
    })
  return {
    start: () => setTimer(),
    listener: {
      onEvents(entries: readonly FeedEntry[]) {
        if (entries.some(it => it.kind === 'emergency.changed')) setTimer()
      },
      onSkipped: () => setTimer(),
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
