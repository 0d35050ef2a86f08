import type { PgBoss, QueueOptions } from 'pg-boss'

const HOUR = 3_600
/** What failed is tried again after fifteen seconds, and then after twice as long each time. */
const tries = { retryDelay: 15, retryBackoff: true }

/** Makes a queue, or brings it to these options, whose jobs go to another one when they are given up; answers with its name. */
export async function openTriedQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<string> {
  const givenUp = `${name}-given-up`
  const all = { ...tries, ...options, deadLetter: givenUp }
  await boss.createQueue(givenUp, { deleteAfterSeconds: HOUR })
  await boss.createQueue(name, all)
  await boss.updateQueue(name, all)
  return givenUp
}
