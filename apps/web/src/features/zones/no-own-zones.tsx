import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** The empty state for members without a zone. A zone manager must add them. */
export function NoOwnZones() {
  return (
    <EmptyState
      icon={IconMapPinPlus}
      title={t`No Zones Available`}
      text={t`You are not assigned to any zones yet. Contact your administrator to get zone access.`}
    >
      <Button component={Link} to={paths.zoneSelection}>
        {t`Show my user code`}
      </Button>
    </EmptyState>
  )
}
