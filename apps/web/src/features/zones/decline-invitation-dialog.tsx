import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { changeOwnZone, ownZonesKeys } from '../../lib/session/own-zones.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

type Props = { zone: { id: string; name: string }; opened: boolean; onClose: () => void }

export function DeclineInvitationDialog({ zone, opened, onClose }: Props) {
  const client = useQueryClient()
  const { name } = zone
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Decline ${name}`}
      confirmLabel={t`Decline`}
      workingLabel={t`Declining…`}
      onConfirm={() => api.users.declineInvitation({ zoneId: zone.id })}
      onDone={() => changeOwnZone(client, zone.id, () => undefined)}
      done={[t`Invitation declined`, t`${name} is no longer in your list.`]}
      invalidatesUnlessLive={ownZonesKeys()}
      failure={t`The invitation couldn’t be declined. Try again.`}
    >
      <Trans>
        The zone will be removed from your list, and its managers will no longer see you. To work there later,
        you’ll need to be added again.
      </Trans>
    </ConfirmDialog>
  )
}
