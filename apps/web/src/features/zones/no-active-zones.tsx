import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** The empty state for internal admins when no zone is active. Unlike members, they can create zones. */
export function NoActiveZones() {
  return (
    <EmptyState
      icon={IconMapPinPlus}
      title={t`No active zones`}
      text={t`Create a zone, or activate one that is pending or suspended.`}
    >
      <Button component={Link} to={paths.zones}>
        {t`Go to Zones`}
      </Button>
    </EmptyState>
  )
}
