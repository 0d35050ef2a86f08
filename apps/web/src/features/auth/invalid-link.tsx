import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import { errors } from '@muster/contract/errors.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { AuthFrame } from './auth-frame.tsx'
import { ToSignIn } from './to-sign-in.tsx'

const helpTexts = {
  password: t`Links work once and expire after one hour.`,
  email: t`Links expire after one hour. Sign in with your password to get a new one.`,
  newEmail: t`Links expire after 24 hours. Request the change again in Settings, or ask your administrator.`,
  oldEmail: t`Changes can be undone for seven days. Ask your administrator for help.`,
  invitation: t`Invitations can be used once and expire after seven days.`,
  setup: t`The setup link works once and expires when Muster restarts. Muster prints the latest link when it starts.`,
}

export function InvalidLink({ of }: { of: keyof typeof helpTexts }) {
  return (
    <AuthFrame title={t`This link doesn’t work`} intro={i18n._(errors.INVALID_LINK.text)}>
      <Stack>
        <p>{helpTexts[of]}</p>
        {of === 'password' && (
          <Button component={Link} to={paths.forgotPassword} fullWidth>
            {t`Get a new link`}
          </Button>
        )}
        {(of === 'email' || of === 'newEmail' || of === 'oldEmail') && (
          <Button component={Link} to={paths.login} fullWidth>
            {t`Go to sign in`}
          </Button>
        )}
      </Stack>
      {(of === 'password' || of === 'setup' || of === 'invitation') && <ToSignIn />}
    </AuthFrame>
  )
}
