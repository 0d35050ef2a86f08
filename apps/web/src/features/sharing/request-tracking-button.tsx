import { Button } from '@mantine/core'
import { IconLocationQuestion } from '@tabler/icons-react'
import { useRequestTracking } from './use-tracking-requests.ts'

type Props = {
  zoneId: string
  /** Whose position; without, one's own. */
  userId?: string
  label?: string
}

/** Asks that a position be followed in a zone: one's own, or as a manager that of a member, who then decides. */
export function RequestTrackingButton({ zoneId, userId, label = 'Request Location Tracking' }: Props) {
  const request = useRequestTracking()
  return (
    <Button
      variant="default"
      // One's own stands among quick actions, that of a member among the centred buttons of their details.
      justify={userId === undefined ? 'flex-start' : 'center'}
      leftSection={<IconLocationQuestion size="1.25rem" aria-hidden />}
      loading={request.isPending}
      onClick={() => request.mutate({ zoneId, userId })}
    >
      {label}
    </Button>
  )
}
