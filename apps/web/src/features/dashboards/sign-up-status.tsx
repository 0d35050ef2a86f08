import { t } from '@lingui/core/macro'
import { Divider, Stack, Text } from '@mantine/core'
import { signUpModeTexts, useSignUpMode } from '../../lib/use-sign-up-mode.ts'
import classes from './dashboard.module.css'

const labels = {
  open: t({ message: 'Open', context: 'sign-up' }),
  invited: t`By invitation`,
  closed: t({ message: 'Closed', context: 'sign-up' }),
}

/** Shows the sign-up mode (SIGN_UP). A setting is neither good nor bad, so the line shows no health status. */
export function SignUpStatus() {
  const mode = useSignUpMode()
  if (!mode) return null
  return (
    <>
      <Divider />
      <Stack gap={4}>
        <dl className={classes.status}>
          <div>
            <dt>{t`Sign-up`}</dt>
            <dd>{labels[mode]}</dd>
          </div>
        </dl>
        <Text c="dimmed">
          {signUpModeTexts[mode]} {mode === 'open' && t`To change this, set SIGN_UP.`}
        </Text>
      </Stack>
    </>
  )
}
