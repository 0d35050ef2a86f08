import { useCallback, useState } from 'react'

const prefix = 'muster.draft.'

function read<Fields extends Record<string, string>>(key: string, saved: Fields): Partial<Fields> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter(([field, value]) => field in saved && typeof value === 'string'),
    ) as Partial<Fields>
  } catch {
    // An unreadable draft is no draft.
    return {}
  }
}

/**
 * Fields over what is saved: what was typed lies on top and outlives an error and a reload (session storage); what was
 * not touched follows what is saved. Not for secrets. `key` names form and person.
 */
export function useDraft<Fields extends Record<string, string>>(key: string, saved: Fields) {
  const [edits, setEdits] = useState<Partial<Fields>>(() => read(key, saved))
  const values: Fields = { ...saved, ...edits }
  const isDirty = Object.keys(saved).some(field => values[field] !== saved[field])

  const keep = useCallback(
    (next: Partial<Fields>) => {
      setEdits(next)
      if (Object.keys(next).length === 0) sessionStorage.removeItem(prefix + key)
      else sessionStorage.setItem(prefix + key, JSON.stringify(next))
    },
    [key],
  )
  return {
    values,
    /** What lies on top now; hand it to `settle` once it is saved. */
    edits,
    isDirty,
    set: (field: keyof Fields, value: string) => keep({ ...edits, [field]: value }),
    /** These edits are saved. What was typed since then stays on top. */
    settle: (done: Partial<Fields>) => {
      // Not `edits`: those are of the moment in which the saving began.
      const rest = Object.entries(read(key, saved)).filter(([field, value]) => done[field] !== value)
      keep(Object.fromEntries(rest) as Partial<Fields>)
    },
    /** Given up: nothing lies on top any more. */
    reset: () => keep({}),
  }
}
