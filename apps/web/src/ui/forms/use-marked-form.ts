import { type FormErrors, type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useLayoutEffect, useRef } from 'react'
import { focusFirstMarked } from './focus-marked.ts'

type MarkedForm<Values extends Record<string, unknown>> = UseFormReturnType<Values> & {
  /** Marks a field that the server refused, and focuses it. */
  refuse: (field: keyof Values & string, message: string) => void
}

/** A field stays marked until it is valid; submitting focuses the first invalid field, in the order of the rules. */
export function useMarkedForm<Values extends Record<string, unknown>>(
  options: UseFormInput<Values>,
): MarkedForm<Values> {
  const form = useForm<Values>({ ...options, clearInputErrorOnChange: false })
  const { values, errors } = form
  const previousValues = useRef(values)
  /** Fields marked by a rule. Other marks come from the server, and only a changed value clears them. */
  const ruleErrorFields = useRef<ReadonlySet<string>>(new Set())
  const latestErrors = useRef(errors)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only after typing, with the errors at that moment
  useLayoutEffect(() => {
    const earlierValues = previousValues.current
    previousValues.current = values
    if (earlierValues === values) return
    for (const field of Object.keys(errors)) {
      if (!form.isValid(field)) form.validateField(field)
      else if (ruleErrorFields.current.has(field) || earlierValues[field] !== values[field])
        form.clearFieldError(field)
    }
  }, [values])
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked when a field is marked, not when the rules are recreated
  useLayoutEffect(() => {
    latestErrors.current = errors
    ruleErrorFields.current = new Set(Object.keys(errors).filter(field => !form.isValid(field)))
  }, [errors])

  const submitter = useRef<EventTarget | null>(null)
  const onSubmit: UseFormReturnType<Values>['onSubmit'] = (send, onWrong) => event => {
    submitter.current = event?.currentTarget ?? null
    form.onSubmit(send, (errors, submitted) => {
      onWrong?.(errors, submitted, event)
      focusFirstInvalid(form, errors, submitter.current)
    })(event)
  }
  const refuse: MarkedForm<Values>['refuse'] = (field, message) => {
    form.setFieldError(field, message)
    // Disabled fields cannot take the focus until the response has been rendered.
    setTimeout(() => focusFirstInvalid(form, { [field]: message }, submitter.current))
  }
  const getInputProps: UseFormReturnType<Values>['getInputProps'] = (path, more) => {
    const { onBlur, ...props } = form.getInputProps(path, more)
    const handleBlur = (event: unknown) => {
      // A field that is marked although it passes the rules was marked by the server, so only a changed value clears it.
      if (latestErrors.current[path] === undefined || !form.isValid(path)) onBlur?.(event)
    }
    return {
      ...props,
      // Some of the library's fields, such as the password field, mark errors only visually.
      ...(props.error ? { 'aria-invalid': true } : {}),
      onBlur: (event: unknown) => runAfterPress(() => handleBlur(event)),
    }
  }
  return { ...form, onSubmit, refuse, getInputProps }
}

/** Focuses the first field in `errors`; in a field with several boxes, such as a PIN, the first marked box. */
function focusFirstInvalid<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: FormErrors,
  element: EventTarget | null | undefined,
): void {
  const [firstFieldName] = Object.keys(errors)
  if (firstFieldName === undefined) return
  const field = form.getInputNode(firstFieldName)
  if (field) field.focus()
  else focusFirstMarked(element, firstFieldName)
}

let isPressed = false
for (const eventType of ['pointerdown', 'pointerup', 'pointercancel'])
  document.addEventListener(eventType, () => (isPressed = eventType === 'pointerdown'), {
    capture: true,
    passive: true,
  })

/** Content that appears while a finger or the mouse is down could move the button away, and the press would be lost. */
function runAfterPress(act: () => void): void {
  if (!isPressed) return void setTimeout(act)
  const runLater = () => {
    document.removeEventListener('pointerup', runLater, true)
    document.removeEventListener('pointercancel', runLater, true)
    // The click event follows in the same task.
    setTimeout(act)
  }
  document.addEventListener('pointerup', runLater, true)
  document.addEventListener('pointercancel', runLater, true)
}
