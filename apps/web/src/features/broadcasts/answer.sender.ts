import type { AnswerMeaning } from '@muster/domain/broadcast.ts'
import { defineSender } from '../../offline/sender.ts'

/** An answer on its way to a broadcast. */
export type AnswerToSend = {
  broadcastId: string
  title: string
  answer: string
  /** Missing in entries that an earlier version of the app kept. */
  meaning?: AnswerMeaning
}

export const answerSender = defineSender<AnswerToSend, { answer: string }>({
  name: 'broadcast answer',
  send: ({ broadcastId, answer }, { api, waitedMs }) =>
    api.broadcasts.answer({ broadcastId, answer, waitedMs }),
})
