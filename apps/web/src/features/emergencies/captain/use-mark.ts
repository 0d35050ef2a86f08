import { t } from '@lingui/core/macro'
import type { CaptainPerson } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { toShownName } from '../../../lib/shown-name.ts'
import { useSendOrQueue, useWaitingPayloads } from '../../../offline/use-send-or-queue.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { announce } from '../../../ui/live/live-region.tsx'
import { notify } from '../../../ui/toast/notify.ts'
import { undoable } from '../../../ui/toast/notify-undoable.ts'
import { type EmergencyMarkToSend, emergencyMarkSender } from '../emergency-mark.sender.ts'
import { stateLabels } from '../emergency-words.ts'

type Mark = {
  person: Pick<CaptainPerson, 'id' | 'name'>
  state: PersonState
  place: string
  /** The state before, to which an undo returns. */
  before: PersonState
  requestId: string
  /** The request of the call for help that is taken back. */
  undoes?: string
}

/** Returns the marks that wait on this device by person, and the state of a person with them. */
export function useWaitingMarks(emergencyId: string) {
  const marks = useWaitingPayloads<EmergencyMarkToSend>(emergencyMarkSender)
  const waiting = new Map(marks.filter(it => it.emergencyId === emergencyId).map(it => [it.personId, it]))
  const getState = (person: CaptainPerson): PersonState => {
    const state = waiting.get(person.id)?.state
    return state === undefined || state === 'undone' ? person.state : state
  }
  return { waiting, getState }
}

/** Provides the act of a captain, even offline. */
export function useMark(emergencyId: string) {
  const sendOrQueue = useSendOrQueue<EmergencyMarkToSend>(emergencyMarkSender)
  const act = useAct({
    call: ({ person, state, place, requestId, undoes }: Mark) => {
      const claim = { emergencyId, state: undoes ? 'undone' : state, undoes, place, requestId } as const
      return sendOrQueue({ ...claim, personId: person.id, name: person.name }, () =>
        api.emergencies.mark({ ...claim, personIds: [person.id] }),
      )
    },
    // The number of people accounted for is announced by itself.
    onDone: (_answer, done) => {
      const { person, state, before, requestId, undoes } = done
      const name = toShownName(person.name)
      const label = stateLabels[state]
      const text = t`${name}: ${label}`
      announce(text)
      // Every other tick is changed in the row.
      if (state === 'help' && !undoes)
        notify.success(text, undefined, {
          ...undoable(() => act.mutate({ ...done, state: before, requestId: uuidV7(), undoes: requestId })),
          silent: true,
        })
    },
    failed: t`The mark couldn’t be stored. Try again.`,
    invalidates: [orpc.captains.open.key(), orpc.emergencies.key()],
  })
  const mark = (input: Omit<Mark, 'requestId' | 'undoes'>) => act.mutate({ ...input, requestId: uuidV7() })
  return { mark, markedId: act.isPending ? act.variables.person.id : undefined }
}
