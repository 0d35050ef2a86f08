import { t } from '@lingui/core/macro'
import type { OwnEmergency } from '@muster/contract/emergencies.ts'
import type { OwnAnswer } from '@muster/domain/emergency.ts'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { useSendOrQueue, useWaitingPayloads } from '../../offline/use-send-or-queue.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { type EmergencyAnswerToSend, emergencyAnswerSender } from './emergency-answer.sender.ts'
import { kindTitle } from './emergency-words.ts'

/** What the person presses: one of the two large answers, or the words of a neutral one with its number. */
export type PressedAnswer = { state: OwnAnswer; choice?: number; words?: string }

/**
 * Provides the action that answers an emergency with one press, even offline. `waiting` is an answer still queued on this device.
 * There is no toast, because the bar itself shows the answer.
 */
export function useEmergencyAnswer({ id: emergencyId, kind, zoneName }: OwnEmergency) {
  const sendOrQueue = useSendOrQueue<EmergencyAnswerToSend>(emergencyAnswerSender)
  const waiting = useWaitingPayloads<EmergencyAnswerToSend>(emergencyAnswerSender).findLast(
    it => it.emergencyId === emergencyId,
  )
  const send = useAct({
    call: ({ state, choice, words }: PressedAnswer) => {
      const requestId = uuidV7()
      const at = new Date().toISOString()
      const entry = { emergencyId, title: kindTitle(kind, zoneName), state, choice, words, requestId, at }
      return sendOrQueue(entry, () => api.emergencies.answer({ emergencyId, state, choice, requestId }))
    },
    failed: t`Your answer couldn’t be sent. Try again.`,
    invalidates: [orpc.emergencies.mine.key()],
  })
  return { send, waiting }
}
