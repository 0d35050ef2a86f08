import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { CautionBar } from '../../ui/live/caution-bar.tsx'
import { Day } from '../../ui/time/day.tsx'

/** A reminder, shown on every page until the person has set up the second step that will be required. */
export function TwoStepReminder() {
  const { requiredFrom } = useMe().twoStep
  if (requiredFrom === null) return null
  return (
    <aside aria-label={t`Two-step sign-in`}>
      <CautionBar icon={<IconShieldExclamation size="1.125rem" aria-hidden />}>
        <Trans>
          You’ll need two-step sign-in from <Day at={requiredFrom} />.{' '}
          <Anchor component={Link} to={paths.settingsSignIn} underline="always" c="inherit">
            Set it up
          </Anchor>
        </Trans>
      </CautionBar>
    </aside>
  )
}
