import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconLocationQuestion } from '@tabler/icons-react'
import { useRequestTracking } from './use-tracking-requests.ts'

type Props = {
  zoneId: string
  /** The person whose position is requested; defaults to the signed-in person. */
  userId?: string
  label?: string
}

/**
 * A button that requests tracking in a zone. A request for the user's own position is answered by a manager, a manager's request
 * for a member's position by the member.
 */
export function RequestTrackingButton({ zoneId, userId, label = t`Request Location Tracking` }: Props) {
  const requestAction = useRequestTracking()
  return (
    <Button
      variant="default"
      // The button for one's own position is among the quick actions, the button for a member's among the centred buttons of their
      // details.
      justify={userId === undefined ? 'flex-start' : 'center'}
      leftSection={<IconLocationQuestion size="1.25rem" aria-hidden />}
      loading={requestAction.isPending}
      onClick={() => requestAction.mutate({ zoneId, userId })}
    >
      {label}
    </Button>
  )
}
