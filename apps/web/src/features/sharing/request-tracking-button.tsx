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

/** Requests tracking in a zone, either of one's own position or, as a manager, of a member, who then decides. */
export function RequestTrackingButton({ zoneId, userId, label = t`Request Location Tracking` }: Props) {
  const request = useRequestTracking()
  return (
    <Button
      variant="default"
      // The user's own request is among the quick actions, a member's among the centred buttons of their details.
      justify={userId === undefined ? 'flex-start' : 'center'}
      leftSection={<IconLocationQuestion size="1.25rem" aria-hidden />}
      loading={request.isPending}
      onClick={() => request.mutate({ zoneId, userId })}
    >
      {label}
    </Button>
  )
}
