import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import classes from './auth-frame.module.css'

export function ToSignIn() {
  return (
    <p className={classes.foot}>
      <Anchor component={Link} to={paths.login} underline="always">
        <Trans>Back to sign in</Trans>
      </Anchor>
    </p>
  )
}
