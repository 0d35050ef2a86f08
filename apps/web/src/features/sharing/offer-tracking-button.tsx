import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconLocationQuestion } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Name } from '../../ui/people/name.tsx'
import { trackingRequest } from './use-tracking-requests.ts'

/** Offers the person's own position to the managers of a zone, after saying what that means. A manager answers. */
export function OfferTrackingButton({ zone: { id: zoneId, name } }: { zone: { id: string; name: string } }) {
  const { call, failed, ...tracking } = trackingRequest
  const asking = useDialog()
  return (
    <>
      <Button
        variant="default"
        justify="flex-start"
        icon={IconLocationQuestion}
        iconSize="1.25rem"
        onClick={asking.open}
      >
        {t`Request Location Tracking`}
      </Button>
      <ConfirmDialog
        {...tracking}
        {...asking.props}
        title={t`Offer to share your position?`}
        confirmLabel={t`Send request`}
        workingLabel={t`Sending…`}
        onConfirm={() => call({ zoneId })}
        failure={failed}
        destructive={false}
      >
        <Trans>
          The managers of <Name>{name}</Name> are asked whether they want to follow your position. Nothing is
          shared yet: if one of them accepts, you decide when to start and when to stop.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
