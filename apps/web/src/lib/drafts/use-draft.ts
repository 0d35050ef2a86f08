import { useState } from 'react'
import { openDraft } from './draft-store.ts'

/** Edits survive an error and a reload, and untouched fields follow the saved values. `form` and `owner` identify the draft. */
export function useDraft<Fields extends Record<string, string>>(form: string, owner: string, saved: Fields) {
  const draft = openDraft<Fields>(form, owner)
  const [edits, setEdits] = useState<Partial<Fields>>(() => draft.loadStored(saved))
  const [isRestored, setIsRestored] = useState(() => differs({ ...saved, ...edits }, saved))
  const values: Fields = { ...saved, ...edits }

  const save = (next: Partial<Fields>) => {
    setEdits(next)
    draft.save(next)
  }
  return {
    values,
    /** The current edits; pass them to `settle` once they are saved. */
    edits,
    isDirty: differs(values, saved),
    /** True while the fields show text from an earlier visit. */
    isRestored,
    set: (field: keyof Fields, value: string) => save({ ...edits, [field]: value }),
    /** Removes edits that have been saved. Keeps text typed since saving began. */
    settle: (settled: Partial<Fields>) => {
      // `edits` dates from when saving began, so the stored edits are read instead.
      const remainingEdits = Object.entries(draft.loadStored(saved)).filter(
        ([field, value]) => settled[field] !== value,
      )
      save(Object.fromEntries(remainingEdits) as Partial<Fields>)
      setIsRestored(false)
    },
    /** Call it when the form closes: if it opens again, its text counts as restored. */
    leave: () => setIsRestored(differs({ ...saved, ...draft.loadStored(saved) }, saved)),
    reset: () => {
      save({})
      setIsRestored(false)
    },
  }
}

const differs = (values: Record<string, string>, saved: Record<string, string>) =>
  Object.keys(saved).some(field => values[field] !== saved[field])
