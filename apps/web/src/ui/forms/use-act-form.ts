import type { UseFormInput } from '@mantine/form'
import type { ErrorCode } from '@muster/contract/errors.ts'
import { hasCode } from '../../lib/error-text.ts'
import { fieldRules } from './field-rules.generated.ts'
import { type ActOptions, useAct } from './use-act.ts'
import { useDraftForm } from './use-draft-form.ts'

type Options<Values extends Record<string, unknown>, Output> = Omit<
  ActOptions<Output, Values>,
  'call' | 'refused'
> &
  Pick<UseFormInput<Values>, 'validate' | 'validateInputOnBlur'> & {
    /** The name of the draft, with the ids of what the form is about. Without it, what was typed is not kept. */
    draft?: string | undefined
    /** True for data that is not stored on a device: the draft does not outlive this tab. */
    isTabOnly?: boolean
    /** The call whose input limits the lengths of the text fields of the same name and says which must be filled in. */
    fields?: keyof typeof fieldRules
    /** The values without a draft. See `useDraftForm` for `requestId` and `changedAt`. */
    values: () => Values
    /** `form` is for calls that depend on what the person changed. */
    call: (values: Values, form: { isDirty: (field: keyof Values & string) => boolean }) => Promise<Output>
    /** The field for each error code. Other errors are shown above the fields. */
    refused?: Partial<Record<ErrorCode, keyof Values & string>>
    /** Closes the form, on success (before `onDone`) and on Cancel. */
    onClose?: (() => void) | undefined
  }

/** A form and its one action, for `ActForm`: sends the values, marks refused fields, and forgets the draft and closes on success. */
export function useActForm<Values extends Record<string, unknown>, Output>({
  draft: draftName,
  isTabOnly,
  fields,
  values,
  validate,
  validateInputOnBlur,
  call,
  onDone,
  refused = {},
  onClose,
  onError,
  ...options
}: Options<Values, Output>) {
  const { form, draft } = useDraftForm<Values>(draftName, values, {
    isTabOnly,
    validate,
    validateInputOnBlur,
  })
  const act = useAct<Output, Values, keyof Values & string>({
    ...options,
    call: sent => call(sent, form),
    onDone: async (output, sent) => {
      if (onClose) draft.forget()
      else draft.settle()
      onClose?.()
      await onDone?.(output, sent)
    },
    onError: (...failure) => {
      if (draftName !== undefined) draft.renewRequest(failure[0])
      return onError?.(...failure)
    },
    refused: [form, refused],
  })
  const rules: Partial<Record<string, object>> = fields ? fieldRules[fields] : {}
  const getInputProps: typeof form.getInputProps = (path, more) => ({
    ...rules[path],
    ...form.getInputProps(path, more),
  })
  return {
    ...form,
    getInputProps,
    act,
    draft: {
      ...draft,
      discard() {
        draft.discard()
        act.reset()
      },
    },
    submit: form.onSubmit(sent => act.mutate(sent)),
    onClose,
    isFieldError: (error: unknown) => hasCode(error, ...(Object.keys(refused) as ErrorCode[])),
  }
}
