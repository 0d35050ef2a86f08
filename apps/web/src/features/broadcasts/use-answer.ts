import { t } from '@lingui/core/macro'
import type { Broadcast, OpenQuestion } from '@muster/contract/broadcasts.ts'
import { type AnswerMeaning, findMeaning } from '@muster/domain/broadcast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import {
  queuedMarker,
  queuedTexts,
  useSendOrQueue,
  useWaitingPayloads,
} from '../../offline/use-send-or-queue.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { useSendPosition } from '../presence/public.ts'
import { answerSender } from './answer.sender.ts'

type Question = Pick<Broadcast | OpenQuestion, 'id' | 'title' | 'answers'>

/**
 * Provides the action that answers a question with one press, even offline. `waiting` is an answer still queued on this device;
 * `onHelp` runs once a call for help has reached the server. A call for help sends the position too, with consent.
 */
export function useAnswer({ id: broadcastId, title, answers }: Question, onHelp?: () => void) {
  const sendOrQueue = useSendOrQueue(answerSender)
  const queuedAnswer = useWaitingPayloads(answerSender).findLast(it => it.broadcastId === broadcastId)
  const client = useQueryClient()
  const sendPosition = useSendPosition()
  const refetchOwnCalls = () => client.invalidateQueries({ queryKey: orpc.broadcasts.ownCalls.key() })
  const send = useAct({
    call: (answer: string) => {
      // Some browsers give a position only in direct response to a press.
      if (findMeaning(answers, answer) === 'help') void sendPosition().then(refetchOwnCalls)
      return sendOrQueue({ broadcastId, title, answer, meaning: findMeaning(answers, answer) ?? 'neutral' })
    },
    onDone: answer => {
      if (answer !== queuedMarker && findMeaning(answers, answer.answer) === 'help') onHelp?.()
    },
    done: (answer, input) => {
      // A call for help gets no success toast, because the screen shows its state in red.
      if (findMeaning(answers, answer === queuedMarker ? input : answer.answer) === 'help') return undefined
      return answer === queuedMarker ? queuedTexts : [t`Answer sent`, answer.answer]
    },
    failed: t`Your answer couldn’t be sent. Try again.`,
    invalidates: [orpc.broadcasts.key()],
  })
  return { send, waiting: queuedAnswer?.answer ?? null }
}

export type AnswerAction = ReturnType<typeof useAnswer>['send']
export type AnswerOption = { text: string; meaning: AnswerMeaning }
