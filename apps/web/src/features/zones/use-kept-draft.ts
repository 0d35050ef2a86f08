import { useRef, useState } from 'react'
import { draftOf } from '../../lib/drafts/draft-store.ts'
import { useMe } from '../../lib/session/use-session.ts'

/**
 * What somebody is drawing, kept in this tab until it was sent or given up: a reload or a lost connection loses none of it.
 * `form` names it.
 */
export function useKeptDraft<Value extends object>(form: string, empty: () => Value) {
  const { userId } = useMe()
  const store = draftOf<{ json: string }>(form, userId)
  const [value, setValue] = useState<Value>(() => ({
    ...empty(),
    ...read<Value>(store.load({ json: '' }).json),
  }))
  const done = useRef(false)
  return {
    value,
    change(changes: Partial<Value>) {
      const next = { ...value, ...changes }
      setValue(next)
      if (!done.current) store.keep({ json: JSON.stringify(next) })
    },
    /** It was sent. */
    forget() {
      done.current = true
      store.forget()
    },
    /** It was given up: from the beginning. */
    clear() {
      store.forget()
      setValue(empty())
    },
  }
}

function read<Value>(json: string): Partial<Value> {
  try {
    const kept: unknown = JSON.parse(json || '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Partial<Value>) : {}
  } catch {
    return {}
  }
}
