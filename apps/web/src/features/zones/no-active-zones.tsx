import { Button } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** The empty state for internal admins where no zone is active: they create zones instead of being added to one. */
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
