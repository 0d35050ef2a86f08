import { t } from '@lingui/core/macro'
import { PasswordInput, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { ProblemAlert } from '../states/problem-alert.tsx'
import { FormButtons } from './form-buttons.tsx'
import { useAct } from './use-act.ts'
import { useMarkedForm } from './use-marked-form.ts'
import { visibilityToggleProps } from './visibility-toggle.ts'

type Props<Answer> = {
  /** Describes the action. */
  children: ReactNode
  label: string
  workingLabel: string
  /** Replaces a missing message of the server. A function returns null if a field of `children` shows the error. */
  failed: string | ((error: unknown) => string | null)
  /** Marks the errors in `children`; returning false blocks the action. */
  check?: () => boolean
  onCancel?: (() => void) | undefined
  act: (password: string) => Promise<Answer>
  onDone: (answer: Answer) => void
}

/** Requires the account password for an action, because access to an unlocked phone is not enough. */
export function PasswordForm<Answer>(props: Props<Answer>) {
  const form = useMarkedForm<{ password: string }>({
    initialValues: { password: '' },
    validate: { password: value => (value === '' ? t`Your password is required` : null) },
  })
  const act = useAct({
    call: ({ password }: { password: string }) => props.act(password),
    onDone: props.onDone,
    refused: [form, { WRONG_PASSWORD: 'password' }],
  })
  const findMessage = (error: unknown) =>
    typeof props.failed === 'string' ? errorTextWithTime(error, props.failed) : props.failed(error)
  const problem = act.isError && !hasCode(act.error, 'WRONG_PASSWORD') ? findMessage(act.error) : null
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        values => {
          if (props.check?.() !== false) act.mutate(values)
        },
        () => void props.check?.(),
      )}
    >
      <Stack>
        {problem !== null && <ProblemAlert>{problem}</ProblemAlert>}
        <div>{props.children}</div>
        <PasswordInput
          label={t`Account password`}
          name="current-password"
          autoComplete="current-password"
          visibilityToggleButtonProps={visibilityToggleProps}
          data-autofocus
          {...form.getInputProps('password')}
        />
      </Stack>
      <FormButtons
        label={props.label}
        workingLabel={props.workingLabel}
        working={act.isPending}
        onCancel={props.onCancel}
      />
    </form>
  )
}
