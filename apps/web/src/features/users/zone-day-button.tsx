import { t } from '@lingui/core/macro'
import { IconCalendarTime } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'

/** A link to the visits to a zone on one day. Render it only for people who may see them. */
export function ZoneDayButton({ zoneId }: { zoneId: string }) {
  return (
    <Button
      renderRoot={props => <Link {...props} to={paths.zoneDay} search={{ zone: zoneId }} />}
      variant="default"
      icon={IconCalendarTime}
    >
      {t`Visits on a day`}
    </Button>
  )
}
