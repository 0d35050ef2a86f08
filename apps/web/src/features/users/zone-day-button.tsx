import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'

/** A link to the visits to a zone on one day. Render it only for people who may see them. */
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
