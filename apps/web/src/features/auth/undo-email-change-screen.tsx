import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { hasCode } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'

/** Lets the owner of the old mailbox cancel a pending change of email address, or revert a completed one. */
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
            Your account still uses <bdi>{email}</bdi>. Whoever requested the change may know your password or
            be using a signed-in device. Set a new password now.
          </Trans>
        }
      >
        <Button component={Link} to={paths.forgotPassword} fullWidth>
          {t`Set a new password`}
        </Button>
      </AuthFrame>
    ) : (
      <AuthFrame
        title={t`The change was undone`}
        intro={
          <Trans>
            Your account uses <bdi>{email}</bdi> again and has been signed out everywhere. We emailed you a
            link to set a new password. Use it before you sign in.
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
      title={t`Keep your old email?`}
      intro={t`Someone asked to change the email address of your Muster account. If this wasn’t you, stop the change here. If the address has already changed, it will be changed back and your account will be signed out everywhere.`}
    >
      <Stack>
        <FailedAct act={undo} failed={t`The change couldn’t be stopped. Try again.`} />
        <Button fullWidth disabled={undo.isPending} onClick={() => undo.mutate()}>
          {undo.isPending ? t`Stopping…` : t`Keep my old email`}
        </Button>
      </Stack>
    </AuthFrame>
  )
}
