import type { FormErrors } from '@mantine/form'
import { useRef, useState } from 'react'
import { openDraft } from '../../../lib/drafts/draft-store.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { useMarkedForm } from '../../../ui/forms/use-marked-form.ts'

/**
 * Creates a form whose draft is stored in this tab until it is submitted or discarded, so that a reload or a lost connection loses
 * nothing. `name`: the name of the draft. `validate` returns the errors in the order displayed.
 */
export function useDraftForm<Values extends Record<string, unknown>>(
  name: string,
  empty: () => Values,
  validate: (values: Values) => FormErrors,
) {
  const { userId } = useMe()
  const store = openDraft<{ json: string }>(name, userId)
  const [initialValues] = useState<Values>(() => ({
    ...empty(),
    ...read<Values>(store.load({ json: '' }).json),
  }))
  const done = useRef(false)
  const form = useMarkedForm<Values>({
    initialValues,
    validate,
    onValuesChange: values => {
      if (!done.current) store.save({ json: JSON.stringify(values) })
    },
  })
  return {
    form,
    /** Deletes the draft after a successful submit. */
    forget() {
      done.current = true
      store.forget()
    },
    /** Discards the draft and resets the form. */
    clear() {
      form.setValues(empty())
      form.clearErrors()
      store.forget()
    },
  }
}

function read<Value>(json: string): Partial<Value> {
  try {
    const stored: unknown = JSON.parse(json || '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Partial<Value>) : {}
  } catch {
    return {}
  }
}
