import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'

/** Lets the reader of the old mailbox cancel a change of email address, or revert it. */
export function UndoEmailChangeScreen({ search: { token } }: { search: { token?: string } }) {
  const undo = useAct({ call: () => api.emailChanges.object({ token: token ?? '' }) })
  if (token === undefined || hasCode(undo.error, 'INVALID_LINK')) return <InvalidLink of="oldEmail" />
  if (undo.isSuccess) {
    const { outcome, email } = undo.data
    return outcome === 'cancelled' ? (
      <AuthFrame
        title={t`The change was stopped`}
        intro={
          <Trans>
            Your account keeps <bdi>{email}</bdi>. Whoever requested the change may know your password or use
            a device that is signed in: set a new password now.
          </Trans>
        }
      >
        <Button component={Link} to={paths.forgotPassword} fullWidth>
          <Trans>Set a new password</Trans>
        </Button>
      </AuthFrame>
    ) : (
      <AuthFrame
        title={t`The change was undone`}
        intro={
          <Trans>
            Your account uses <bdi>{email}</bdi> again and is signed out everywhere. We mailed you a link to
            set a new password: use it before you sign in.
          </Trans>
        }
      >
        <Button component={Link} to={paths.login} fullWidth>
          <Trans>Go to sign in</Trans>
        </Button>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title={t`Keep your old email?`}
      intro={t`Somebody requested a new email for your Muster account. If it was not you, stop it here. If the email has already changed, it changes back and the account is signed out everywhere.`}
    >
      <Stack>
        {undo.isError && (
          <ProblemAlert>
            {errorTextWithTime(undo.error, t`The change could not be stopped. Please try again.`)}
          </ProblemAlert>
        )}
        <Button fullWidth disabled={undo.isPending} onClick={() => undo.mutate()}>
          {undo.isPending ? t`Stopping…` : t`Keep my old email`}
        </Button>
      </Stack>
    </AuthFrame>
  )
}
