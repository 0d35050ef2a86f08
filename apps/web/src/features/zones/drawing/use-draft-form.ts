import type { FormErrors } from '@mantine/form'
import { useRef, useState } from 'react'
import { openDraft } from '../../../lib/drafts/draft-store.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { useMarkedForm } from '../../../ui/forms/use-marked-form.ts'

/**
 * Creates a form whose draft is stored in this tab until it is submitted or discarded, so that a reload or a lost connection loses
 * nothing. `name`: the name of the draft. `validate` returns the errors in the order in which the fields are displayed.
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
    ...parseDraft<Values>(store.load({ json: '' }).json),
  }))
  const isFinished = useRef(false)
  const form = useMarkedForm<Values>({
    initialValues,
    validate,
    onValuesChange: values => {
      if (!isFinished.current) store.save({ json: JSON.stringify(values) })
    },
  })
  return {
    form,
    /** Deletes the draft after a successful submit. */
    forget() {
      isFinished.current = true
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

function parseDraft<Value>(json: string): Partial<Value> {
  try {
    const storedValues: unknown = JSON.parse(json || '{}')
    return typeof storedValues === 'object' && storedValues !== null ? (storedValues as Partial<Value>) : {}
  } catch {
    return {}
  }
}
