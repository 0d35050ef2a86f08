import type { SignUpForm } from '@muster/domain/sign-up.ts'

const key = 'muster.draft.sign-up'
const kept = ['firstName', 'lastName', 'email', 'phone', 'dateOfBirth'] as const
type Draft = Pick<SignUpForm, (typeof kept)[number]>

/** What was typed before a reload, without password and PIN, which are never written down. */
export function readDraft(): Draft {
  const draft: Draft = { firstName: '', lastName: '', email: '', phone: '', dateOfBirth: '' }
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return draft
    for (const field of kept) {
      const value = (stored as Record<string, unknown>)[field]
      if (typeof value === 'string') draft[field] = value
    }
  } catch {
    // An unreadable draft is no draft.
  }
  return draft
}

export function writeDraft(form: SignUpForm) {
  sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept.map(field => [field, form[field]]))))
}

export function forgetDraft() {
  sessionStorage.removeItem(key)
}
