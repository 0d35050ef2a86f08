import { t } from '@lingui/core/macro'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import classes from './auth-frame.module.css'

export function ToSignIn() {
  return (
    <p className={classes.foot}>
      <Anchor component={Link} to={paths.login} underline="always">
        {t`Back to sign in`}
      </Anchor>
    </p>
  )
}
