import type { UseFormInput } from '@mantine/form'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { guestOwner, openDraft } from '../../lib/drafts/draft-store.ts'
import { hasCode } from '../../lib/error-text.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { useMarkedForm } from './use-marked-form.ts'

type Options<Values> = Omit<UseFormInput<Values>, 'initialValues' | 'onValuesChange'> & {
  /** True for data that is not stored on a device: the draft does not outlive this tab. */
  isTabOnly?: boolean
}

/**
 * Creates a form whose text is kept as a draft until it is sent or discarded, so that Escape, Back, a reload or a lost network loses
 * nothing. `name`: the name of the draft, with the ids of what the form is about; undefined for a form without one. `saved`: the values without a draft. A value
 * `requestId` stays with the draft, so that a retry after a lost response does not send twice; pass `draft.renewRequest` to the action.
 * So does `changedAt`, the version that the text was written for, so that a restored draft is not taken for a change of a later one.
 */
export function useDraftForm<Values extends Record<string, unknown>>(
  name: string | undefined,
  saved: () => Values,
  { isTabOnly, ...options }: Options<Values>,
) {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.userId : guestOwner
  const store = name === undefined ? undefined : openDraft<Values>(name, owner, isTabOnly)
  const [savedAtFirst] = useState(saved)
  const [initialValues] = useState(() => store?.load(savedAtFirst) ?? savedAtFirst)
  const [isRestored, setIsRestored] = useState(() => !isSameInput(initialValues, savedAtFirst))
  const isFinished = useRef(false)
  const latestSaved = useRef(saved)
  useEffect(() => {
    latestSaved.current = saved
  })
  const form = useMarkedForm<Values>({
    ...options,
    initialValues,
    onValuesChange: values => {
      if (isFinished.current) return
      if (isSameInput(values, latestSaved.current())) store?.forget()
      else store?.save(toChanges(values, latestSaved.current()))
    },
  })
  // Compared with the saved values, a restored draft is a change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, because the form itself may set them later
  useLayoutEffect(() => form.setInitialValues(savedAtFirst), [])
  return {
    form,
    draft: {
      /** True while the form shows text from an earlier visit. */
      isRestored,
      /** Deletes the draft of a form that has been sent and closes. */
      forget() {
        isFinished.current = true
        store?.forget()
      },
      /** Deletes the draft of a form that has been sent and stays open. */
      settle() {
        setIsRestored(false)
        store?.forget()
      },
      /**
       * Runs when sending failed. If the first version was sent, but its response was lost and the text has changed since, the text
       * becomes a new request; otherwise it could never be sent.
       */
      renewRequest(error: Error) {
        if (hasCode(error, 'REQUEST_ID_TAKEN'))
          form.setValues({ requestId: uuidV7() } as unknown as Partial<Values>)
      },
      discard() {
        setIsRestored(false)
        form.setValues(saved())
        form.clearErrors()
        store?.forget()
      },
    },
  }
}

/**
 * Returns the fields that differ from the saved ones, the id of the request and the version. A restored draft must not bring back old values of
 * fields that the person left alone and somebody else has changed since.
 */
const toChanges = <Values extends Record<string, unknown>>(values: Values, saved: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => belongsToDraft(field) || JSON.stringify(value) !== JSON.stringify(saved[field]),
    ),
  ) as Partial<Values>

const belongsToDraft = (field: string) => field === 'requestId' || field === 'changedAt'

/** True if both have the same values, except for the id of the request and the version. */
const isSameInput = (values: Record<string, unknown>, others: Record<string, unknown>) =>
  JSON.stringify({ ...values, requestId: '', changedAt: '' }) ===
  JSON.stringify({ ...others, requestId: '', changedAt: '' })
