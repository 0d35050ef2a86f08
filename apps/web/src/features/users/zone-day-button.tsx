import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'

/** Opens the zone's visits of a day, for people who may see them. */
export function ZoneDayButton({ zoneId }: { zoneId: string }) {
  return (
    <Button
      renderRoot={props => <Link {...props} to={paths.zoneDay} search={{ zone: zoneId }} />}
      variant="default"
      leftSection={<IconCalendarTime size="1.125rem" aria-hidden />}
    >
      <Trans>Visits on a day</Trans>
    </Button>
  )
}
