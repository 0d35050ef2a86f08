import { useEffect, useEffectEvent } from 'react'
import { useLetterKeys } from '../../lib/letter-keys.ts'
import { findAdjacentRow, findFirstRow, findOpenRow } from './detail-rows.ts'

/** What a letter does with the row that has the focus, by the key of its card. */
type RowActs = Readonly<Record<string, (cardKey: string) => void>>

/**
 * Single keys for people who work through many rows: J and K move, and each letter of `acts` acts on the row. The keys are ignored in
 * fields, menus and dialogs. The acts apply only to the card with the focus, so that a word spoken to a speech control changes nothing
 * elsewhere. All can be turned off in the settings (WCAG 2.1.4). Undefined turns them off for this list.
 */
export function useRowKeys(acts: RowActs | undefined): void {
  const [isOn] = useLetterKeys()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!isOn || !acts || !(target instanceof HTMLElement) || !isFree(event, target)) return
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
    const act = Object.hasOwn(acts, letter) ? acts[letter] : undefined
    const cardKey = target.closest<HTMLElement>('[data-card]')?.dataset.card
    if (!act || cardKey === undefined) return
    event.preventDefault()
    if (!event.repeat) act(cardKey)
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
