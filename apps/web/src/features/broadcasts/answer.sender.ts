import type { AnswerMeaning } from '@muster/domain/broadcast.ts'
import { defineSender } from '../../offline/sender.ts'

export type AnswerToSend = {
  broadcastId: string
  title: string
  answer: string
  /** Missing in entries stored by an earlier version of the app. */
  meaning?: AnswerMeaning
}

export const answerSender = defineSender<AnswerToSend, { answer: string }>({
  name: 'broadcast answer',
  send: ({ broadcastId, answer }, { api, waitedMs }) =>
    api.broadcasts.answer({ broadcastId, answer, waitedMs }),
})
