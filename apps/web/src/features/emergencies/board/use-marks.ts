import { plural, t } from '@lingui/core/macro'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import type { QueryKey } from '@tanstack/react-query'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { isUnreachable } from '../../../lib/error-text.ts'
import { toShownName } from '../../../lib/shown-name.ts'
import { queuedMarker, useSendOrQueue } from '../../../offline/use-send-or-queue.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { notify } from '../../../ui/toast/notify.ts'
import { undoable } from '../../../ui/toast/notify-undoable.ts'
import { emergencyMarkSender } from '../emergency-mark.sender.ts'
import { stateLabels } from '../emergency-words.ts'

type Person = Pick<RollPerson, 'id' | 'name' | 'state'>
type Mark = {
  people: readonly Person[]
  state: PersonState
  requestId: string
  isUndo?: boolean
  undoes?: string
}

/** Maximum people of one request. */
const requestMost = 500

const createMark = (people: readonly Person[], state: PersonState): Mark => ({
  people,
  state,
  requestId: uuidV7(),
})

/** The marks that undo another, one for each state before it; none for one that did not end a call for help, and so changed nothing. */
const createUndos = ({ people, state, requestId }: Mark): Mark[] =>
  [...Map.groupBy(people, it => it.state)]
    .filter(([before]) => before !== 'help' || state === 'safe')
    .map(([before, them]) => ({
      ...createMark(them, before),
      isUndo: true,
      ...(state === 'help' && { undoes: requestId }),
    }))

function toText({ people, state }: Mark): string {
  const [first] = people
  const stateLabel = stateLabels[state]
  const who =
    people.length === 1 && first
      ? toShownName(first.name)
      : plural(people.length, { one: '# person', other: '# people' })
  return t`${who}: ${stateLabel}`
}

type Options = {
  /** The assembly point where the person who marks is standing. */
  place?: string
  onMark?: (marked: {
    people: readonly Person[]
    state: PersonState
    isQueued: boolean
    text: string
  }) => void
  /** Says what an undo has done. */
  onUndone?: (text: string) => void
  isUndoable?: (state: PersonState) => boolean
  failed?: string
  invalidates?: readonly QueryKey[]
}

/** Marks people on the roll, one or many in one act, with an undo. Without a network, the marks wait on this device. */
export function useMarks(
  emergencyId: string,
  {
    place,
    onMark,
    onUndone = notify.success,
    isUndoable = () => true,
    failed = t`That couldn’t be recorded. Try again.`,
    invalidates = [],
  }: Options = {},
) {
  const sendOrQueue = useSendOrQueue(emergencyMarkSender)
  const act = useAct({
    async call({ people, state: marked, undoes, requestId }: Mark) {
      const state = undoes ? 'undone' : marked
      const claim = { emergencyId, state, undoes, requestId, ...(place !== undefined && { place }) } as const
      try {
        for (let from = 0; from < people.length; from += requestMost) {
          const personIds = people.slice(from, from + requestMost).map(it => it.id)
          await api.emergencies.mark({ ...claim, personIds })
        }
        return 'sent'
      } catch (error) {
        if (!isUnreachable(error)) throw error
        for (const { id, name } of people)
          await sendOrQueue({ ...claim, personId: id, name: toShownName(name) }, () => Promise.reject(error))
        return queuedMarker
      }
    },
    onDone: (answer, done) => {
      const text = toText(done)
      if (done.isUndo) return onUndone(text)
      onMark?.({ ...done, isQueued: answer === queuedMarker, text })
      const undos = isUndoable(done.state) ? createUndos(done) : []
      if (undos.length > 0)
        notify.success(text, undefined, {
          ...undoable(() => void undos.map(undo => act.mutate(undo))),
          silent: true,
        })
    },
    failed,
    invalidates: [orpc.emergencies.key(), ...invalidates],
  })
  return {
    mark: (people: readonly Person[], state: PersonState) => act.mutate(createMark(people, state)),
    pending: act.isPending ? act.variables?.state : undefined,
    isMarking: (personId: string) => act.isPending && act.variables.people.some(({ id }) => id === personId),
  }
}
