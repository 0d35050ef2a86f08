import { t } from '@lingui/core/macro'
import { IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'

type Props = { zoneId?: string; userId?: string; label?: string }

/** Render it only for that person and for people who may track live locations. Defaults to the selected zone and oneself. */
export function DayButton({ zoneId, userId, label = t`Day on the map` }: Props) {
  return (
    <Button
      renderRoot={props => <Link {...props} to={paths.day} search={{ zone: zoneId, user: userId }} />}
      variant="default"
      icon={IconRoute}
    >
      {label}
    </Button>
  )
}
