import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import type { SignUpMode } from '@muster/domain/sign-up.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { signUpModeTexts } from '../../lib/use-sign-up-mode.ts'

const titles = {
  open: t`Sign-up is open`,
  invited: t`Sign-up is by invitation`,
  closed: t`Sign-up is closed`,
}

export function SignUpNote({ mode }: { mode: SignUpMode }) {
  const invited = 'SIGN_UP=invited'
  const closed = 'SIGN_UP=closed'
  const Icon = mode === 'open' ? IconAlertTriangle : IconInfoCircle
  return (
    <Alert
      color={mode === 'open' ? 'yellow' : 'blue'}
      icon={<Icon size="1.25rem" aria-hidden />}
      title={titles[mode]}
    >
      {signUpModeTexts[mode]}
      {mode === 'open' && (
        <>
          {' '}
          <Trans>
            To change this, start Muster with {invited} or {closed}.
          </Trans>
        </>
      )}
    </Alert>
  )
}
