import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLocationQuestion } from '@tabler/icons-react'
import { useAct } from '../../ui/forms/use-act.ts'
import { trackingRequest } from './use-tracking-requests.ts'

/** Asks a member of a zone to share their position. The member answers. */
export function RequestTrackingButton(request: { zoneId: string; userId: string }) {
  const requestAction = useAct(trackingRequest)
  return (
    <Button
      variant="default"
      leftSection={<IconLocationQuestion size="1.25rem" aria-hidden />}
      loading={requestAction.isPending}
      onClick={() => requestAction.mutate(request)}
    >
      <Trans>Ask to share position</Trans>
    </Button>
  )
}
