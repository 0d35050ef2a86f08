import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { errors } from '@muster/contract/errors.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { AuthFrame } from './auth-frame.tsx'

const texts = {
  closed: { title: t`Sign-up is closed`, intro: i18n._(errors.SIGN_UP_CLOSED.text) },
  invited: { title: t`Sign-up by invitation`, intro: i18n._(errors.INVITATION_NEEDED.text) },
}

export function NoSignUp({ reason }: { reason: keyof typeof texts }) {
  return (
    <AuthFrame {...texts[reason]}>
      <Button component={Link} to={paths.login} fullWidth>
        <Trans>Go to sign in</Trans>
      </Button>
    </AuthFrame>
  )
}
