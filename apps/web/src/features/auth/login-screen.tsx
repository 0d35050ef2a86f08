import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { errorText, retryInstant } from '../../lib/error-text.ts'
import { formatClock } from '../../lib/format-time.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { notify } from '../../ui/toast/notify.ts'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'

type Landing = 'super-admin-dashboard' | 'zone-selection'
type Credentials = { email: string; password: string }

function loginErrorText(error: unknown): string {
  const text = errorText(error, 'An unexpected error occurred')
  const at = retryInstant(error)
  return at ? `${text} You can try again at ${formatClock(at, new Date())}.` : text
}

/** Sign in with e-mail and password. `onSignedIn` goes where the server says (`landing`). */
export function LoginScreen({ onSignedIn }: { onSignedIn: (landing: Landing) => void }) {
  const form = useForm<Credentials>({
    initialValues: { email: '', password: '' },
    validate: {
      email: value => (value.trim() === '' ? 'Email is required' : null),
      password: value => (value === '' ? 'Password is required' : null),
    },
  })
  const signIn = useMutation({
    mutationFn: (credentials: Credentials) => api.auth.signIn(credentials),
    onSuccess: ({ session, landing }) => {
      sessionStore.set(session)
      onSignedIn(landing)
    },
    onError: error => notify.error('Login Error', loginErrorText(error)),
  })

  return (
    <AuthFrame title="Sign in" intro="Use the email and password of your account.">
      <form onSubmit={form.onSubmit(values => signIn.mutate(values))} noValidate>
        <div className={classes.fields}>
          {signIn.isError && (
            <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
              {loginErrorText(signIn.error)}
            </Alert>
          )}
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth disabled={signIn.isPending}>
            {signIn.isPending ? 'Signing in...' : 'Sign In'}
          </Button>
        </div>
      </form>
      <p className={classes.foot}>
        Don't have an account?{' '}
        <Anchor component={Link} to={paths.signUp} underline="always">
          Sign up
        </Anchor>
      </p>
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
