import { Stack, type StackProps } from '@mantine/core'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { creationErrorText } from '../../lib/error-text.ts'
import { DraftNotice } from './draft-notice.tsx'
import { FailedAct } from './failed-act.tsx'
import { FormButtons } from './form-buttons.tsx'

type Act = { isPending: boolean; error: unknown }

type Props = Omit<ComponentProps<typeof FormButtons>, 'working'> & {
  /** The result of `useActForm`, or the action of a form with values of its own. Without `submit`, the action runs without input. */
  form: (
    | { act: Act & { mutate: () => void }; submit?: undefined }
    | { act: Act; submit: (event: FormEvent<HTMLFormElement>) => void }
  ) & {
    draft?: { isRestored: boolean; discard: () => void }
    onClose?: (() => void) | undefined
    isFieldError?: (error: unknown) => boolean
  }
  /** The error above the fields; a string is shown if the server sends no text. Omit it if a toast reports the failure. */
  failed?: ComponentProps<typeof FailedAct>['failed']
  gap?: StackProps['gap']
  'aria-label'?: string
  /** More buttons, before Cancel. */
  buttons?: ReactNode
}

/** The form of a dialog: the draft and the error above the fields, and the buttons below them. */
export function ActForm({ form, failed, gap, 'aria-label': name, buttons, children, ...props }: Props) {
  const { act, draft } = form
  return (
    <form
      noValidate
      aria-label={name}
      onSubmit={event => {
        event.preventDefault()
        // React passes the event on through the portal of a dialog, to the form that opened it.
        event.stopPropagation()
        if (act.isPending || props.disabled || props.blocked !== undefined) return
        if (form.submit) form.submit(event)
        else form.act.mutate()
      }}
    >
      <Stack gap={gap}>
        {draft && <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />}
        {failed !== undefined && !form.isFieldError?.(act.error) && (
          <FailedAct
            act={act}
            failed={typeof failed === 'string' && draft ? error => creationErrorText(error, failed) : failed}
          />
        )}
        {children}
      </Stack>
      <FormButtons onCancel={form.onClose} {...props} working={act.isPending}>
        {buttons}
      </FormButtons>
    </form>
  )
}
