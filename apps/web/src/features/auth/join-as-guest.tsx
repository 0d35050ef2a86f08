import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { ShownInvitation } from '@muster/contract/invitations.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'

type Props = { token: string; invitation: ShownInvitation }

export function JoinAsGuest({ token, invitation: { signUp, address } }: Props) {
  const canSignUp = signUp === 'open'
  return (
    <Stack>
      {address && (
        <Text>
          <Trans>
            It was sent to <bdi>{address}</bdi> and works only with an account for that address.
          </Trans>
        </Text>
      )}
      {canSignUp && (
        <Button
          fullWidth
          renderRoot={props => <Link {...props} to={paths.signUp} search={{ join: token }} />}
        >
          {t`Create account`}
        </Button>
      )}
      {signUp === 'invited' && (
        <Text>
          <Trans>
            No account? New ones need an invitation by an administrator here. Ask for one, then open this link
            again.
          </Trans>
        </Text>
      )}
      {signUp === 'closed' && (
        <Text>{t`No account? Ask an administrator for one, then open this link again.`}</Text>
      )}
      <Button
        variant={canSignUp ? 'default' : 'filled'}
        fullWidth
        renderRoot={props => (
          <Link {...props} to={paths.login} search={{ from: `${paths.join}?invitation=${token}` }} />
        )}
      >
        {t`Sign in to join`}
      </Button>
    </Stack>
  )
}
