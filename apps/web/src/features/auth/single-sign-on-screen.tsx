import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Anchor, Button, Stack } from '@mantine/core'
import type { Landing } from '@muster/contract/auth.ts'
import { errors } from '@muster/contract/errors.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { forgetRequestedPage, getRequestedPage, redirectToSignIn, takeTicket } from './elsewhere.ts'

type Props = {
  /** The parameters of the provider's redirect; `code` is empty if the provider refused. */
  state: string
  code: string
  /** `requested`: the page originally requested. */
  onSignedIn: (landing: Landing, requested: string | undefined) => void
}

/** The page to which the provider redirects. Finishes the sign-in once. */
export function SingleSignOnScreen({ state, code, onSignedIn }: Props) {
  // The ticket can be taken only once. Without it, another tab began the sign-in, or the sign-in has already finished.
  const [ticket] = useState(takeTicket)
  const finish = useAct({
    call: () => api.auth.signInElsewhere({ state, code, ticket, deviceToken: deviceToken.get() }),
    onDone: ({ session, landing, deviceToken: newToken }) => {
      deviceToken.set(newToken)
      sessionStore.set(session)
      const requested = getRequestedPage()
      forgetRequestedPage()
      onSignedIn(landing, requested)
    },
  })
  const retry = useAct({
    call: () => redirectToSignIn(address => window.location.assign(address), getRequestedPage()),
  })
  const isRefused = state === '' || code === ''
  const mayFinish = !isRefused && ticket !== ''
  const finishOnce = useEffectEvent(() => {
    if (finish.isIdle) finish.mutate()
  })
  useEffect(() => {
    if (mayFinish) finishOnce()
  }, [mayFinish])

  const shownError = retry.isError ? retry.error : finish.error
  // Signed in, and about to navigate away.
  const isDone = sessionStore.get() !== null
  if (shownError === null && (mayFinish || isDone))
    return (
      <AuthFrame title={t`Signing in`} intro={t`You’re back from your organisation’s sign-in page.`}>
        <p role="status">{t`One moment…`}</p>
      </AuthFrame>
    )
  return (
    <AuthFrame title={t`Not signed in`} intro={t`You’re back from your organisation’s sign-in page.`}>
      <Stack>
        <ProblemAlert>
          {shownError !== null && errorTextWithTime(shownError, t`An unexpected error occurred`)}
          {shownError === null &&
            (isRefused
              ? t`Sign-in was cancelled, or your organisation refused it.`
              : i18n._(errors.SIGN_IN_EXPIRED.text))}
        </ProblemAlert>
        <Button fullWidth disabled={retry.isPending} onClick={() => retry.mutate()}>
          {t`Try again`}
        </Button>
        <Anchor
          underline="always"
          renderRoot={props => <Link {...props} to={paths.login} search={{ from: getRequestedPage() }} />}
        >
          {t`Back to sign in`}
        </Anchor>
      </Stack>
    </AuthFrame>
  )
}
