import { orpc } from '../../lib/api.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { type AnswerToSend, answerSender } from './answer.sender.ts'

export const answerOutbox = defineOutboxKind<AnswerToSend, { answer: string }>({
  sender: answerSender,
  words: count => (count === 1 ? '1 answer' : `${count} answers`),
  describe: ({ title, answer }) => ({ title: answer, text: `Answer to “${title}”` }),
  onSentLate: client => void client.invalidateQueries({ queryKey: orpc.broadcasts.key() }),
})
