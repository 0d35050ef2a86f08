import { type OfferedAnswer, pairAnswers } from '@muster/domain/broadcast.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { followAnswer, markSeen, setAnswer } from '../features/broadcasts/index.ts'
import { createBatchedLog } from '../lib/batched-log.ts'
import { write } from '../live/write.ts'
import type { DemoWalker } from './demo.queries.ts'
import { listWaiting } from './waiting-broadcasts.queries.ts'

const WHY = 'simulated people have no session'
const EVERY_MS = 8_000
/** The share of waiting people who act in each round, and the share of those who see a broadcast but never answer it. */
const ACTS = 0.4
const SILENT = 0.15
/** The share of answers that ask for help. */
const NEEDS_HELP = 0.03

type Options = { readonly everyMs?: number; readonly chance?: () => number }

/** Lets the simulated people see broadcasts and answer most of them, a few at a time. Returns the function that stops it. */
export function answerBroadcasts(
  db: Pick<Database, 'asOwner'>,
  people: readonly Pick<DemoWalker, 'userId'>[],
  log: FastifyBaseLogger,
  { everyMs = EVERY_MS, chance = Math.random }: Options = {},
): () => Promise<void> {
  const silent = new Set<string>()
  let busy = Promise.resolve()
  const userIds = people.map(({ userId }) => userId)

  async function tick(): Promise<void> {
    await db.asOwner(WHY, tx =>
      write(tx, async its => {
        const { tx } = its
        for (const { user_id: userId, broadcast_id: id, state, ...row } of await listWaiting(tx, userIds)) {
          const key = `${userId} ${id}`
          if (silent.has(key) || chance() > ACTS) continue
          if (state !== 'seen') await markSeen(tx, userId, id)
          else if (chance() < SILENT) silent.add(key)
          else {
            const answer = pickAnswer(pairAnswers(row.answers, row.answer_meanings), chance)
            await setAnswer(tx, { userId, broadcastId: id, answer, at: new Date() })
            await followAnswer(its, { ...row, id }, { userId, answer })
          }
        }
      }),
    )
  }

  const problems = createBatchedLog(log, 'warn', 'The demo workers could not answer')
  const timer = setInterval(() => {
    busy = busy.then(tick).catch(error => problems.add({ err: error }))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await busy
  }
}

function pickAnswer(offered: readonly OfferedAnswer[], chance: () => number): string {
  const calls = offered.filter(({ meaning }) => meaning === 'help')
  const others = offered.filter(({ meaning }) => meaning !== 'help')
  const among = calls.length > 0 && (others.length === 0 || chance() > 1 - NEEDS_HELP) ? calls : others
  return among[chance() < 0.8 ? 0 : among.length - 1]?.text ?? ''
}
