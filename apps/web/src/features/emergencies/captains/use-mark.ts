import { t } from '@lingui/core/macro'
import type { CaptainPerson } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { orpc } from '../../../lib/api.ts'
import { useWaitingPayloads } from '../../../offline/use-send-or-queue.ts'
import { announce } from '../../../ui/live/live-region.tsx'
import { useMarks } from '../board/use-marks.ts'
import { emergencyMarkSender } from '../emergency-mark.sender.ts'

/** Returns the marks that wait on this device by person, and the state of a person with them. */
export function useWaitingMarks(emergencyId: string) {
  const marks = useWaitingPayloads(emergencyMarkSender)
  const waiting = new Map(marks.filter(it => it.emergencyId === emergencyId).map(it => [it.personId, it]))
  const getState = (person: CaptainPerson): PersonState => {
    const state = waiting.get(person.id)?.state
    return state === undefined || state === 'undone' ? person.state : state
  }
  return { waiting, getState }
}

/** Marks people as a captain at an assembly point. Only a call for help offers Undo; other marks are changed in the row. */
export const useCaptainMarks = (emergencyId: string, place: string) =>
  useMarks(emergencyId, {
    place,
    // The number of people accounted for is announced by itself.
    onMark: ({ text }) => announce(text),
    onUndone: announce,
    isUndoable: state => state === 'help',
    failed: t`The mark couldn’t be stored. Try again.`,
    invalidates: [orpc.captains.open.key()],
  })
