import { type OfferedAnswer, pairAnswers } from '@muster/domain/broadcast.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { followAnswer, markSeen, setAnswer } from '../features/broadcasts/index.ts'
import { createBatchedLog } from '../lib/batched-log.ts'
import { write } from '../live/write.ts'
import type { DemoWalker } from './demo.queries.ts'
import { listPendingBroadcasts } from './waiting-broadcasts.queries.ts'

const OWNER_REASON = 'simulated people have no session'
const INTERVAL_MS = 8_000
/** The share of waiting people who act in each round, and the share of people who see a broadcast but never answer it. */
const ANSWER_PROBABILITY = 0.4
const SILENT_SHARE = 0.15
/** The share of answers that are calls for help. */
const HELP_SHARE = 0.03

type Options = { readonly everyMs?: number; readonly chance?: () => number }

/** Lets the simulated people see broadcasts and answer most of them, a few at a time. Returns the function that stops this. */
export function answerBroadcasts(
  db: Pick<Database, 'asOwner'>,
  people: readonly Pick<DemoWalker, 'userId'>[],
  log: FastifyBaseLogger,
  { everyMs = INTERVAL_MS, chance = Math.random }: Options = {},
): () => Promise<void> {
  const silentRecipientKeys = new Set<string>()
  let pendingTick = Promise.resolve()
  const userIds = people.map(({ userId }) => userId)

  async function tick(): Promise<void> {
    await db.asOwner(OWNER_REASON, tx =>
      write(tx, async its => {
        const { tx } = its
        for (const { user_id: userId, broadcast_id: id, state, ...row } of await listPendingBroadcasts(
          tx,
          userIds,
        )) {
          const key = `${userId} ${id}`
          if (silentRecipientKeys.has(key) || chance() > ANSWER_PROBABILITY) continue
          if (state !== 'seen') await markSeen(tx, userId, id)
          else if (chance() < SILENT_SHARE) silentRecipientKeys.add(key)
          else {
            const answer = pickAnswer(pairAnswers(row.answers, row.answer_meanings), chance)
            await setAnswer(tx, { userId, broadcastId: id, answer, at: new Date() })
            await followAnswer(its, { ...row, id }, { userId, answer })
          }
        }
      }),
    )
  }

  const problemLog = createBatchedLog(log, 'warn', 'The demo workers could not answer')
  const timer = setInterval(() => {
    pendingTick = pendingTick.then(tick).catch(error => problemLog.add({ err: error }))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await pendingTick
  }
}

function pickAnswer(answers: readonly OfferedAnswer[], chance: () => number): string {
  const helpAnswers = answers.filter(({ meaning }) => meaning === 'help')
  const otherAnswers = answers.filter(({ meaning }) => meaning !== 'help')
  const candidates =
    helpAnswers.length > 0 && (otherAnswers.length === 0 || chance() > 1 - HELP_SHARE)
      ? helpAnswers
      : otherAnswers
  return candidates[chance() < 0.8 ? 0 : candidates.length - 1]?.text ?? ''
}
