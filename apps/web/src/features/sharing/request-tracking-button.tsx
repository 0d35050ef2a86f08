import { t } from '@lingui/core/macro'
import { IconLocationQuestion } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { trackingRequest } from './use-tracking-requests.ts'

/** Asks a member of a zone to share their position. The member answers. */
export function RequestTrackingButton(request: { zoneId: string; userId: string }) {
  const requestAction = useAct(trackingRequest)
  return (
    <Button
      variant="default"
      icon={IconLocationQuestion}
      iconSize="1.25rem"
      loading={requestAction.isPending}
      onClick={() => requestAction.mutate(request)}
    >
      {t`Ask to share position`}
    </Button>
  )
}
