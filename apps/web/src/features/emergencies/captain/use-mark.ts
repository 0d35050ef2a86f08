import { t } from '@lingui/core/macro'
import type { CaptainRollPerson } from '@muster/contract/captains.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { toShownName } from '../../../lib/shown-name.ts'
import { useSendOrQueue, useWaitingPayloads } from '../../../offline/use-send-or-queue.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { announce } from '../../../ui/live/live-region.tsx'
import { type EmergencyMarkToSend, emergencyMarkSender } from '../emergency-mark.sender.ts'
import { stateLabels } from '../emergency-words.ts'

type Mark = { person: Pick<CaptainRollPerson, 'id' | 'name'>; state: PersonState; place: string }

/** Provides the act of a captain, even offline, and what waits on this device by person. */
export function useMark(emergencyId: string) {
  const sendOrQueue = useSendOrQueue<EmergencyMarkToSend>(emergencyMarkSender)
  const waitingMarks = useWaitingPayloads<EmergencyMarkToSend>(emergencyMarkSender)
  const waiting = new Map(
    waitingMarks.filter(it => it.emergencyId === emergencyId).map(it => [it.personId, it]),
  )
  const mark = useAct({
    call: ({ person, state, place }: Mark) => {
      const requestId = uuidV7()
      const entry = { emergencyId, personId: person.id, name: person.name, state, place, requestId }
      return sendOrQueue(entry, () =>
        api.emergencies.mark({ emergencyId, personIds: [person.id], state, place, requestId }),
      )
    },
    // The number of people accounted for is announced by itself.
    onDone: (_answer, { person, state }) => {
      const name = toShownName(person.name)
      const label = stateLabels[state]
      announce(t`${name}: ${label}`)
    },
    failed: t`The mark couldn’t be stored. Try again.`,
    invalidates: [orpc.captains.open.key(), orpc.emergencies.key()],
  })
  return { mark, waiting }
}
