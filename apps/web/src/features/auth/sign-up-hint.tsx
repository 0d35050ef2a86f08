import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useSignUpMode } from '../../lib/use-sign-up-mode.ts'
import classes from './auth-frame.module.css'

export function SignUpHint() {
  const mode = useSignUpMode()
  if (mode === 'closed')
    return (
      <p className={classes.foot}>
        <Trans>No account? Sign-up is closed, so ask your administrator for one.</Trans>
      </p>
    )
  if (mode === 'invited')
    return (
      <p className={classes.foot}>
        <Trans>No account? Ask your administrator for an invitation link.</Trans>
      </p>
    )
  return (
    <p className={classes.foot}>
      <Trans>
        Don’t have an account?{' '}
        <Anchor component={Link} to={paths.signUp} underline="always">
          Sign up
        </Anchor>
      </Trans>
    </p>
  )
}
