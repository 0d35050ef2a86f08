import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { visibilityToggleProps } from '../../ui/forms/visibility-toggle.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'

/** `simple`: the account has no password to ask for. Otherwise the link alone would not do: the mailbox may be somebody else's. */
type Props = { search: { token?: string; simple?: true } }

/** Confirms a change of email address with the emailed link. Opening the link alone changes nothing. */
export function ConfirmEmailChangeScreen({ search: { token, simple } }: Props) {
  const [asksPassword, setAsksPassword] = useState(!simple)
  const form = useMarkedForm({
    initialValues: { password: '' },
    validate: { password: value => (asksPassword && value === '' ? t`Password is required` : null) },
  })
  const confirm = useAct({
    call: (password: string) =>
      api.emailChanges.confirm({ token: token ?? '', ...(asksPassword && { password }) }),
    onError: error => {
      if (!hasCode(error, 'WRONG_PASSWORD')) return
      // If no password was asked for, the account has been given one since the email was sent.
      if (asksPassword) form.refuse('password', t`This isn’t your account password.`)
      setAsksPassword(true)
    },
  })
  if (token === undefined || hasCode(confirm.error, 'INVALID_LINK')) return <InvalidLink of="newEmail" />
  if (confirm.isSuccess) {
    const { email } = confirm.data
    return (
      <AuthFrame
        title={t`Your email has been changed`}
        intro={
          <Trans>
            From now on, sign in as <bdi>{email}</bdi>. We’ll send emails there too.
          </Trans>
        }
      >
        <Button component={Link} to={paths.login} fullWidth>
          {t`Go to sign in`}
        </Button>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title={t`Confirm your new email`}
      intro={
        asksPassword
          ? t`Enter the password for your Muster account. The new address will then replace the old one.`
          : t`The new address then replaces the old one.`
      }
    >
      <Form onSubmit={form.onSubmit(({ password }) => confirm.mutate(password))}>
        {confirm.isError && !hasCode(confirm.error, 'WRONG_PASSWORD') && (
          <ProblemAlert>
            {errorTextWithTime(confirm.error, t`Your email couldn’t be changed. Try again.`)}
          </ProblemAlert>
        )}
        {asksPassword && (
          <PasswordInput
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            visibilityToggleButtonProps={visibilityToggleProps}
            {...form.getInputProps('password')}
          />
        )}
        <Button type="submit" fullWidth disabled={confirm.isPending}>
          {confirm.isPending ? t`Confirming…` : t`Confirm new email`}
        </Button>
      </Form>
    </AuthFrame>
  )
}
