import type { OwnEmergency } from '@muster/contract/emergencies.ts'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { type PressedAnswer, useEmergencyAnswer } from './use-emergency-answer.ts'

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
