import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, PasswordInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { visibilityToggleProps } from '../../ui/forms/visibility-toggle.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'

const wrongPasswordText = t`This isn’t the password you chose when you signed up.`

/** A mailbox owner who did not sign up sets a password of their own instead. */
export function ConfirmEmailScreen({ search: { token } }: { search: { token?: string } }) {
  // Another link starts anew: the result of the previous one says nothing about it.
  return <Confirmation key={token} token={token} />
}

function Confirmation({ token }: { token: string | undefined }) {
  const form = useMarkedForm({
    initialValues: { password: '' },
    validate: { password: value => (value === '' ? t`Password is required` : null) },
  })
  const confirm = useAct({
    call: (password: string) => api.auth.confirmEmail({ token: token ?? '', password }),
    onError: error => {
      if (hasCode(error, 'WRONG_PASSWORD')) form.refuse('password', wrongPasswordText)
    },
  })
  if (token === undefined || hasCode(confirm.error, 'INVALID_LINK')) return <InvalidLink of="email" />
  if (confirm.isSuccess)
    return (
      <AuthFrame
        title={t`Your email has been confirmed`}
        intro={t`Your account is ready. Sign in to choose your zone.`}
      >
        <Button component={Link} to={paths.login} fullWidth>
          {t`Go to sign in`}
        </Button>
      </AuthFrame>
    )
  return (
    <AuthFrame title={t`Confirm your email`} intro={t`Enter the password you chose when you signed up.`}>
      <Form onSubmit={form.onSubmit(({ password }) => confirm.mutate(password))}>
        {confirm.isError && !hasCode(confirm.error, 'WRONG_PASSWORD') && (
          <ProblemAlert>
            {errorTextWithTime(confirm.error, t`Your email couldn’t be confirmed. Try again.`)}
          </ProblemAlert>
        )}
        <PasswordInput
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={visibilityToggleProps}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth disabled={confirm.isPending}>
          {confirm.isPending ? t`Confirming…` : t`Confirm email`}
        </Button>
      </Form>
      <p className={classes.foot}>
        <Trans>
          Forgot your password, or did someone else choose it?{' '}
          <Anchor component={Link} to={paths.forgotPassword} underline="always">
            Set a new password
          </Anchor>
        </Trans>
      </p>
    </AuthFrame>
  )
}
