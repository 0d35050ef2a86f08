import { Button } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** What internal admins see where no zone is active: nobody adds them to one, they make it. */
export function NoActiveZones() {
  return (
    <EmptyState
      icon={IconMapPinPlus}
      title="No active zones"
      text="Create a zone, or look at those that are pending or suspended."
    >
      <Button component={Link} to={paths.zones}>
        Go to Zones
      </Button>
    </EmptyState>
  )
}
