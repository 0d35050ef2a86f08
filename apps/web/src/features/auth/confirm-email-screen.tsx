import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'

/** Confirms the e-mail address with a mailed link, then leads to the sign-in. */
export function ConfirmEmailScreen({ token }: { token: string | undefined }) {
  // A query and not a mutation: however often the screen is drawn, the link is used once.
  const confirm = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => api.auth.confirmEmail({ token: token ?? '' }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  if (token === undefined || hasCode(confirm.error, 'INVALID_LINK')) return <InvalidLink of="email" />
  if (confirm.isError) {
    return (
      <AuthFrame title="Confirm your email" intro="Your address is not confirmed yet.">
        <div className={classes.fields}>
          <ProblemAlert>
            {errorTextWithTime(confirm.error, 'Your email could not be confirmed. Please try again.')}
          </ProblemAlert>
          <Button onClick={() => confirm.refetch()} disabled={confirm.isFetching} fullWidth>
            {confirm.isFetching ? 'Confirming…' : 'Try again'}
          </Button>
        </div>
      </AuthFrame>
    )
  }
  if (confirm.isPending) {
    return (
      <AuthFrame title="Confirming your email…" intro="This takes a moment.">
        <div role="status" />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title="Your email is confirmed" intro="Your account is ready. Sign in to choose your zone.">
      <Button component={Link} to={paths.login} fullWidth>
        Go to sign in
      </Button>
    </AuthFrame>
  )
}
