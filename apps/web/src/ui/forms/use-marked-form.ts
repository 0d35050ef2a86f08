import { type FormErrors, type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useLayoutEffect, useRef } from 'react'

export type MarkedForm<Values extends Record<string, unknown>> = UseFormReturnType<Values> & {
  /** What the server has against a field: said at it, which gets the focus. */
  readonly refuse: (field: keyof Values & string, text: string) => void
}

/**
 * The library's form, in which a field that is wrong stays marked until it is right, however much is typed into it; and sending
 * it with something wrong brings the focus to the first wrong field, in the order of the rules.
 */
export function useMarkedForm<Values extends Record<string, unknown>>(
  options: UseFormInput<Values>,
): MarkedForm<Values> {
  const form = useForm<Values>({ ...options, clearInputErrorOnChange: false })
  const { values, errors } = form
  const before = useRef(values)
  /** What is marked because a rule says so; the others the server refused, which only another value answers. */
  const ruled = useRef<ReadonlySet<string>>(new Set())

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is the reason, and the errors are those of then
  useLayoutEffect(() => {
    const last = before.current
    before.current = values
    if (last === values) return
    for (const field of Object.keys(errors)) {
      if (!form.isValid(field)) form.validateField(field)
      else if (ruled.current.has(field) || last[field] !== values[field]) form.clearFieldError(field)
    }
  }, [values])
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged when it was marked, not when the rules are made anew
  useLayoutEffect(() => {
    ruled.current = new Set(Object.keys(errors).filter(field => !form.isValid(field)))
  }, [errors])

  const element = useRef<EventTarget>(null)
  const onSubmit: UseFormReturnType<Values>['onSubmit'] = (send, onWrong) => {
    const submit = form.onSubmit(send, (found, sent, event) => {
      onWrong?.(found, sent, event)
      focusFirst(form, found, event?.currentTarget)
    })
    return event => {
      element.current = event?.currentTarget ?? null
      submit(event)
    }
  }
  const refuse: MarkedForm<Values>['refuse'] = (field, text) => {
    form.setFieldError(field, text)
    // Fields that wait for an answer cannot have the focus before it is drawn.
    setTimeout(() => (form.getInputNode(field) ?? firstMarked(element.current))?.focus())
  }
  return { ...form, onSubmit, refuse }
}

/** By the name of the field; of one that has several boxes, as a PIN, the first that is marked. */
function focusFirst<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: FormErrors,
  element: EventTarget | null | undefined,
): void {
  const [first] = Object.keys(errors)
  if (first === undefined) return
  const named = form.getInputNode(first)
  // One without a name once its mark is drawn.
  if (named) named.focus()
  else setTimeout(() => firstMarked(element)?.focus())
}

function firstMarked(element: EventTarget | null | undefined): HTMLElement | null {
  return element instanceof HTMLElement ? element.querySelector<HTMLElement>('[aria-invalid="true"]') : null
}
