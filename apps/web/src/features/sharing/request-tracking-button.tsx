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
 * A button that requests tracking in a zone. Members request it for themselves, and a manager answers. Managers request it for a
 * member, who answers.
 */
export function RequestTrackingButton({ zoneId, userId, label = t`Request Location Tracking` }: Props) {
  const requestAction = useRequestTracking()
  return (
    <Button
      variant="default"
      // Aligned like its neighbours: the quick actions (for one's own position) at the start, the buttons in a member's details
      // centred.
      justify={userId === undefined ? 'flex-start' : 'center'}
      leftSection={<IconLocationQuestion size="1.25rem" aria-hidden />}
      loading={requestAction.isPending}
      onClick={() => requestAction.mutate({ zoneId, userId })}
    >
      {label}
    </Button>
  )
}
