import type { Hazard } from '@muster/contract/hazards.ts'
import { useEffect, useEffectEvent } from 'react'
import { useLetterKeys } from '../../lib/letter-keys.ts'
import { findAdjacentRow, findFirstRow, findOpenRow } from '../../ui/dialogs/detail-rows.ts'

type Actions = {
  onAssign: (hazard: Hazard) => void
  onStatus: (hazard: Hazard) => void
  onSelect: (hazard: Hazard) => void
}

/**
 * Single keys for people who work through many hazards: J and K move, A assigns, S changes the status, X selects. The keys are
 * ignored in fields, menus and dialogs. A, S and X act only on the card with the focus, so that a word spoken to a speech control
 * changes nothing elsewhere. All can be turned off in the settings (WCAG 2.1.4).
 */
export function useHazardKeys(rows: readonly Hazard[] | undefined, actions: Actions | undefined): void {
  const [isOn] = useLetterKeys()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!isOn || !actions || !(target instanceof HTMLElement) || !isFree(event, target)) return
    const letter = readLetter(event)
    if (letter === 'j' || letter === 'k') {
      const row = findCurrentRow(target)
      const nextRow = row ? findAdjacentRow(row, letter === 'j' ? 'after' : 'before') : findFirstRow()
      if (!nextRow) return
      event.preventDefault()
      const isOpen = findOpenRow() !== undefined
      nextRow.focus()
      nextRow.scrollIntoView?.({ block: 'nearest' })
      if (isOpen) nextRow.click()
      return
    }
    const act = { a: actions.onAssign, s: actions.onStatus, x: actions.onSelect }[letter]
    const hazardId = target.closest<HTMLElement>('[data-card]')?.dataset.card
    const hazard = rows?.find(({ id }) => id === hazardId)
    if (!act || !hazard) return
    event.preventDefault()
    if (!event.repeat) act(hazard)
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** Returns the row that has the focus or, failing that, the one whose details are open. */
const findCurrentRow = (target: HTMLElement): HTMLElement | undefined =>
  target.closest('[data-card]')?.querySelector<HTMLElement>('[data-opens-details]') ?? findOpenRow()

/** True if no field, menu or dialog handles the key itself. */
const isFree = (event: KeyboardEvent, target: HTMLElement): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) &&
  !target.isContentEditable &&
  !target.matches('input:not([type="checkbox"]), textarea, select') &&
  target.closest('[role="dialog"], [role="menu"], [role="listbox"]') === null

/** Returns the pressed letter. On keyboards of other scripts it is the letter at the same place of a Latin one. */
const readLetter = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
