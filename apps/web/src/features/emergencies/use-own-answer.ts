import type { OwnEmergency } from '@muster/contract/emergencies.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { orpc } from '../../lib/api.ts'
import { queuedMarker, useSendOrQueue, useWaitingPayloads } from '../../offline/use-send-or-queue.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { announce } from '../../ui/live/live-region.tsx'
import { useSendPosition } from '../presence/public.ts'
import { type EmergencyAnswerToSend, emergencyAnswerSender } from './emergency-answer.sender.ts'
import { ownAnswerText, waitingAnswerText } from './own-answer-text.ts'

/** Returns what the person said about an emergency, also if it still waits on this device, and the function that answers. */
export function useOwnAnswer(emergency: OwnEmergency) {
  const { send, waiting } = useEmergencyAnswer(emergency)
  const [helpRequestId, setHelpRequestId] = useState<string>()
  // An undo that waits counts only if the server knows the call for help that it takes back.
  const answer =
    waiting && (waiting.state !== 'undone' || emergency.answer?.state === 'help') ? waiting : emergency.answer
  // Other answers that wait change nothing about what others said.
  const state = waiting?.state === 'safe' || waiting?.state === 'help' ? waiting.state : emergency.state
  return {
    answer,
    state,
    isWaiting: answer !== null && answer === waiting,
    pending: send.isPending ? send.variables?.state : undefined,
    /** Why the last press was not recorded. */
    error: send.error,
    press(answered: Omit<PressedAnswer, 'requestId'>) {
      const requestId = uuidV7()
      setHelpRequestId(answered.state === 'help' ? requestId : undefined)
      send.mutate({ ...answered, requestId })
    },
    /** The call for help made on this page a moment ago, which can be taken back. */
    undoes: answer?.state === 'help' ? helpRequestId : undefined,
  }
}

export type OwnAnswerState = ReturnType<typeof useOwnAnswer>

/** What the person presses: one of the two large answers, or the words of a neutral one with its number. */
type PressedAnswer = Omit<EmergencyAnswerToSend, 'emergencyId' | 'title' | 'orderedAt' | 'at'>

/**
 * Provides the action that answers an emergency with one press, even offline. `waiting` is an answer still queued on this device.
 * There is no toast, because the alarm covers toasts and shows the answer or the failure itself. A call for help sends the position too, with consent.
 */
function useEmergencyAnswer({ id: emergencyId, kind, zoneName, orderedAt }: OwnEmergency) {
  const sendOrQueue = useSendOrQueue(emergencyAnswerSender)
  const waiting = useWaitingPayloads(emergencyAnswerSender).findLast(it => it.emergencyId === emergencyId)
  const client = useQueryClient()
  const sendPosition = useSendPosition()
  const refetchOwn = () => client.invalidateQueries({ queryKey: orpc.emergencies.mine.key() })
  const send = useAct({
    call: (answer: PressedAnswer) => {
      // Some browsers give a position only in direct response to a press.
      if (answer.state === 'help') void sendPosition().then(refetchOwn)
      const at = new Date().toISOString()
      return sendOrQueue({ emergencyId, title: kindTitle(kind, zoneName), orderedAt, at, ...answer })
    },
    // The bar shows the answer in place of the pressed button, so a status of its own would not be read.
    onDone: (output, { state, words }) => {
      const text = ownAnswerText({ state, words, at: new Date().toISOString() })
      announce(output === queuedMarker ? `${text} ${waitingAnswerText(state)}` : text)
    },
    invalidates: [orpc.emergencies.mine.key()],
  })
  return { send, waiting }
}
