import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { Landing } from '@muster/contract/auth.ts'
import { ORPCError } from '@orpc/client'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { useSignUpMode } from '../../lib/use-sign-up-mode.ts'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { visibilityToggleProps } from '../../ui/forms/visibility-toggle.ts'
import { LoadingScreen } from '../../ui/states/loading-screen.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import { KeptPoints } from './kept-points.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { signInDraft } from './sign-in-draft.ts'
import { SingleSignOnButton } from './single-sign-on-button.tsx'

const SecondStepForm = lazy(async () => ({
  default: (await import('./second-step-form.tsx')).SecondStepForm,
}))

type Credentials = { email: string; password: string }
type SignInResult = Awaited<ReturnType<typeof api.auth.signIn>>

const loginErrorText = (error: unknown) => errorTextWithTime(error, t`An unexpected error occurred`)

/** True on a device with a mouse. On others, the focus would open the keyboard over the page. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches

type Props = {
  requested: string | undefined
  /** Called with the landing page from the server, to open it or the page originally requested. */
  onSignedIn: (landing: Landing) => void
}

export function LoginScreen({ requested, onSignedIn }: Props) {
  const endedUnexpectedly = useSyncExternalStore(sessionStore.subscribe, sessionStore.endedBySurprise)
  const form = useMarkedForm<Credentials>({
    initialValues: { ...signInDraft.load({ email: '' }), password: '' },
    onValuesChange: ({ email }) => signInDraft.save({ email }),
    validate: {
      email: value => (value.trim() === '' ? t`Email is required` : null),
      password: value => (value === '' ? t`Password is required` : null),
    },
  })
  const [pendingSignIn, setPendingSignIn] = useState<string>()
  const [expiryProblem, setExpiryProblem] = useState<string>()
  const completeSignIn = ({ session, landing, deviceToken: newToken }: SignInResult) => {
    signInDraft.forget()
    deviceToken.set(newToken)
    sessionStore.set(session)
    onSignedIn(landing)
  }
  const signIn = useAct({
    call: (credentials: Credentials) =>
      api.auth.signIn({ ...credentials, email: credentials.email.trim(), deviceToken: deviceToken.get() }),
    onMutate: () => setExpiryProblem(undefined),
    onDone: completeSignIn,
    onError: error => {
      const nextToken = pendingToken(error)
      if (nextToken) setPendingSignIn(nextToken)
      else notifyFailure(t`Login Error`, loginErrorText(error))
    },
  })
  const returnToPassword = (problem?: string) => {
    setPendingSignIn(undefined)
    setExpiryProblem(problem)
    form.setFieldValue('password', '')
    signIn.reset()
  }

  if (pendingSignIn)
    return (
      <AuthFrame title={t`One more step`} intro={t`Your password is correct. Now enter your code.`}>
        <Suspense fallback={<LoadingScreen fill={false} />}>
          <SecondStepForm pending={pendingSignIn} onSignedIn={completeSignIn} onBack={returnToPassword} />
        </Suspense>
      </AuthFrame>
    )

  return (
    <AuthFrame title={t`Sign in`} intro={t`Use your account’s email and password.`}>
      <Form onSubmit={form.onSubmit(values => signIn.mutate(values))}>
        {endedUnexpectedly && signIn.isIdle && (
          <Alert
            color="blue"
            icon={<IconInfoCircle size="1.25rem" aria-hidden />}
            title={t`You were signed out`}
          >
            <Trans>
              Your session expired or was ended on another device or by an administrator. Sign in to continue.
            </Trans>
          </Alert>
        )}
        {expiryProblem && <ProblemAlert>{expiryProblem}</ProblemAlert>}
        {signIn.isError && (
          <ProblemAlert>
            {loginErrorText(signIn.error)}
            {hasCode(signIn.error, 'EMAIL_NOT_CONFIRMED') && <ResendLink email={signIn.variables.email} />}
          </ProblemAlert>
        )}
        <TextInput
          label={t`Email`}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={hasKeyboard()}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={visibilityToggleProps}
          {...form.getInputProps('password')}
        />
        <Anchor
          component={Link}
          to={paths.forgotPassword}
          underline="always"
          lh="var(--m-control)"
          mt={-8}
          style={{ alignSelf: 'flex-end' }}
        >
          {t`Forgot Password?`}
        </Anchor>
        <Button type="submit" fullWidth disabled={signIn.isPending}>
          {signIn.isPending ? t`Signing in...` : t`Sign In`}
        </Button>
        <PasskeySignIn disabled={signIn.isPending} onSignedIn={completeSignIn} />
        <SingleSignOnButton disabled={signIn.isPending} requested={requested} />
      </Form>
      <SignUpHint />
      <KeptPoints />
      <DemoSignIns
        disabled={signIn.isPending}
        onChoose={credentials => {
          form.setValues(credentials)
          signIn.mutate(credentials)
        }}
      />
    </AuthFrame>
  )
}

/** Requests the confirmation email again. The response is the same whether or not a confirmation is pending. */
function ResendLink({ email }: { email: string }) {
  const resend = useAct({ call: () => api.auth.resendConfirmation({ email: email.trim() }) })
  return (
    <Stack align="flex-start" gap="xs" mt="sm">
      <div role="status">
        {resend.isSuccess && <p>{t`If this email isn’t confirmed yet, a new link is on its way.`}</p>}
      </div>
      {resend.isError && (
        <p role="alert">{errorTextWithTime(resend.error, t`The link couldn’t be sent. Try again.`)}</p>
      )}
      {!resend.isSuccess && (
        <Button variant="default" onClick={() => resend.mutate()} disabled={resend.isPending}>
          {resend.isPending ? t`Sending…` : t`Send the link again`}
        </Button>
      )}
    </Stack>
  )
}

/** Returns the token that finishes a sign-in after a correct password, if the server requires the second step. */
function pendingToken(error: unknown): string | undefined {
  if (!hasCode(error, 'SECOND_STEP_NEEDED') || !(error instanceof ORPCError)) return undefined
  const { pending } = error.data as { pending?: unknown }
  return typeof pending === 'string' ? pending : undefined
}

function SignUpHint() {
  const mode = useSignUpMode()
  if (mode === 'closed')
    return (
      <p className={classes.foot}>{t`No account? Sign-up is closed, so ask your administrator for one.`}</p>
    )
  if (mode === 'invited')
    return <p className={classes.foot}>{t`No account? Ask your administrator for an invitation link.`}</p>
  return (
    <p className={classes.foot}>
      <Trans>
        Don’t have an account?{' '}
        <Anchor component={Link} to={paths.signUp} underline="always">
          Sign up
        </Anchor>
      </Trans>
    </p>
  )
}
