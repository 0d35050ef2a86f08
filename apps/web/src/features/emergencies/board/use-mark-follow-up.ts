import { plural, t } from '@lingui/core/macro'
import type { StateCounts } from '@muster/contract/emergencies.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { toShownName } from '../../../lib/shown-name.ts'
import { announce, batchText } from '../../../ui/live/live-region.tsx'
import { stateLabels } from '../emergency-words.ts'

/** Milliseconds after which marks are announced although no new numbers have come: they came before the answer. */
const patienceMs = 2_000

type FollowUp = {
  /** The element around the list, which takes the focus when nobody is left in it. */
  listRef: RefObject<HTMLDivElement | null>
  onMark: (person: RollPerson, state: PersonState, isQueued: boolean) => void
}

/** The marked row leaves the list, so the focus moves to the next one; screen readers hear the last marks and how many are missing. */
export function useMarkFollowUp(rows: readonly RollPerson[], states: StateCounts): FollowUp {
  const listRef = useRef<HTMLDivElement>(null)
  const texts = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestMissing = useRef(states.missing)
  const announceMarks = () => {
    clearTimeout(timer.current)
    if (texts.current.length === 0) return
    const marks = batchText(texts.current)
    texts.current = []
    const missing = latestMissing.current
    const missingText = plural(missing, { other: '# missing' })
    announce(`${marks}. ${missingText}`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the numbers change, not when the function is another one
  useEffect(() => {
    latestMissing.current = states.missing
    announceMarks()
  }, [states])
  useEffect(() => () => clearTimeout(timer.current), [])
  const onMark = (person: RollPerson, state: PersonState, isQueued: boolean) => {
    focusNext(listRef.current, rows, person.id)
    const name = toShownName(person.name)
    const label = stateLabels[state]
    const text = t`${name}: ${label}`
    if (isQueued) return announce(`${text} · ${t`Not sent yet. It will be sent when you’re back online.`}`)
    texts.current.push(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(announceMarks, patienceMs)
  }
  return { listRef, onMark }
}

/** Moves the focus from a row to the next one, unless somebody has moved it elsewhere meanwhile. */
function focusNext(list: HTMLElement | null, rows: readonly RollPerson[], personId: string): void {
  const findCard = (id: string) => list?.querySelector(`[data-card="${id}"]`)
  const active = document.activeElement
  if (active !== document.body && !findCard(personId)?.contains(active)) return
  const index = rows.findIndex(it => it.id === personId)
  const next = rows[index + 1] ?? rows[index - 1]
  const button = next && findCard(next.id)?.querySelector<HTMLElement>('[data-mark]:not(:disabled)')
  const target = button ?? list
  // The next row takes the place of the one that leaves.
  target?.focus({ preventScroll: true })
}
