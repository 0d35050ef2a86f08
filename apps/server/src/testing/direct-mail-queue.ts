import { setTimeout as sleep } from 'node:timers/promises'
import type { MailQueue, MailWork } from '../jobs/mail-queue.ts'

/** Carries orders out at once and in memory, where no jobs run. */
export function directMailQueue(): MailQueue & { settled(): Promise<void> } {
  let work: MailWork = async () => undefined
  const pending = new Set<Promise<void>>()
  return {
    async add(order) {
      const orderedAt = new Date()
      const send = async () => {
        for (let tries = 0; tries < 25; tries++)
          if (
            await work(order, orderedAt).then(
              () => true,
              () => sleep(20),
            )
          )
            return
      }
      const job = send().finally(() => pending.delete(job))
      pending.add(job)
    },
    onOrder(given) {
      work = given
    },
    async settled() {
      await Promise.all(pending)
    },
  }
}
