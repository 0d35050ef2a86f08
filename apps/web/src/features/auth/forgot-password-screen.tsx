import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { api } from '../../lib/api.ts'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { emailMessage, isEmail } from './email-rule.ts'
import { signInDraft } from './sign-in-draft.ts'
import { ToSignIn } from './to-sign-in.tsx'

/** Requests a link to set a new password. The response is the same whether or not the email address has an account. */
export function ForgotPasswordScreen() {
  const form = useMarkedForm({
    initialValues: signInDraft.load({ email: '' }),
    onValuesChange: ({ email }) => signInDraft.save({ email }),
    validate: { email: value => (isEmail(value) ? null : emailMessage) },
    validateInputOnBlur: true,
  })
  const request = useAct({ call: (email: string) => api.auth.requestPasswordReset({ email }) })
  const email = request.variables

  return (
    <AuthFrame
      title={t`Forgot Password?`}
      intro={t`Enter your account’s email. We’ll send you a link to set a new password.`}
    >
      <Form onSubmit={form.onSubmit(({ email }) => request.mutate(email.trim()))}>
        <div role="status" className={classes.news}>
          {request.isSuccess && (
            <Alert color="blue" icon={<IconMail size="1.25rem" aria-hidden />} title={t`Check your email`}>
              <Trans>
                If {email} belongs to an account, a link is on its way. It expires after one hour. If it
                doesn’t arrive, check your spam folder.
              </Trans>
            </Alert>
          )}
        </div>
        <FailedAct act={request} failed={t`The link couldn’t be sent. Try again.`} />
        <TextInput
          label={t`Email`}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <Button type="submit" fullWidth disabled={request.isPending}>
          {request.isPending ? t`Sending…` : request.isSuccess ? t`Send again` : t`Send link`}
        </Button>
      </Form>
      <ToSignIn />
    </AuthFrame>
  )
}
