import { useState } from 'react'
import { draftOf } from './draft-store.ts'

/**
 * Fields over what is saved: what was typed lies on top and outlives an error and a reload; what was not touched follows
 * what is saved. `form` and `who` name the draft.
 */
export function useDraft<Fields extends Record<string, string>>(form: string, who: string, saved: Fields) {
  const draft = draftOf<Fields>(form, who)
  const [edits, setEdits] = useState<Partial<Fields>>(() => draft.kept(saved))
  const values: Fields = { ...saved, ...edits }
  const isDirty = Object.keys(saved).some(field => values[field] !== saved[field])

  const keep = (next: Partial<Fields>) => {
    setEdits(next)
    draft.keep(next)
  }
  return {
    values,
    /** The edits on top now; hand them to `settle` once they are saved. */
    edits,
    isDirty,
    set: (field: keyof Fields, value: string) => keep({ ...edits, [field]: value }),
    /** These edits are saved. What was typed since then stays on top. */
    settle: (done: Partial<Fields>) => {
      // Not `edits`: those are of the moment in which the saving began.
      const rest = Object.entries(draft.kept(saved)).filter(([field, value]) => done[field] !== value)
      keep(Object.fromEntries(rest) as Partial<Fields>)
    },
    /** Given up: nothing lies on top any more. */
    reset: () => keep({}),
  }
}
