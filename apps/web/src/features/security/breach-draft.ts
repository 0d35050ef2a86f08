import type { Severity } from '@muster/domain/severity.ts'
import { uuidV7 } from '../../lib/uuid-v7.ts'

export type BreachDraft = {
  /** Made with the draft, so that sending it twice stores one notice. */
  id: string
  description: string
  affected: number | string
  severity: Severity | null
}

export const emptyBreach = (): BreachDraft => ({
  id: uuidV7(),
  description: '',
  affected: '',
  severity: null,
})

// By account: what one person typed is not shown to the next at the same browser.
const keyOf = (userId: string) => `muster.breach-draft.${userId}`

/** What was typed and not sent yet, in this tab. Neither an error nor a reload loses it. */
export const breachDraft = {
  load(userId: string): BreachDraft {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')
      return typeof kept === 'object' && kept !== null ? { ...emptyBreach(), ...kept } : emptyBreach()
    } catch {
      return emptyBreach()
    }
  },
  keep(userId: string, draft: BreachDraft) {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(draft))
  },
  forget(userId: string) {
    sessionStorage.removeItem(keyOf(userId))
  },
}

/** The mistakes in the form, by field; null where there is none. */
export const breachRules = {
  description: (text: string) => (text.trim() === '' ? 'Describe what happened' : null),
  affected: (value: number | string) => {
    const count = typeof value === 'number' ? value : Number.parseInt(value, 10)
    if (Number.isNaN(count)) return 'Enter how many people are affected; 0 if nobody is'
    return Number.isInteger(count) && count >= 0 && count <= 100_000_000
      ? null
      : 'Enter a whole number from 0 to 100,000,000'
  },
  severity: (value: Severity | null) => (value === null ? 'Choose a severity' : null),
}
