import { t } from '@lingui/core/macro'
import type { Severity } from '@muster/domain/severity.ts'
import { v7 as uuidV7 } from 'uuid'

export type BreachDraft = {
  /** The notice id, created with the draft so that sending it twice stores only one notice. */
  requestId: string
  description: string
  affected: number | string
  severity: Severity | null
}

export const emptyBreach = (): BreachDraft => ({
  requestId: uuidV7(),
  description: '',
  affected: '',
  severity: null,
})

/** The validation rule for each field, which returns its problem or null. */
export const breachRules = {
  description: (text: string) => (text.trim() === '' ? t`Describe what happened` : null),
  affected: (value: number | string) => {
    const count = typeof value === 'number' ? value : Number.parseInt(value, 10)
    if (Number.isNaN(count)) return t`Enter the number of people affected, or 0 if none`
    return Number.isInteger(count) && count >= 0 && count <= 100_000_000
      ? null
      : t`Enter a whole number from 0 to 100,000,000`
  },
  severity: (value: Severity | null) => (value === null ? t`Choose a severity` : null),
}
