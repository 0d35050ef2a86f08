import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ZonePerson } from '@muster/contract/users.ts'
import { IconUserMinus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { patchPages, removeRows } from '../../live/patch-pages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { notifyUnlinked } from './notify-unlinked.ts'
import { formatName } from './zone-user-words.ts'

type UnlinkProps = { zone: { id: string; name: string }; user: ZonePerson; onUnlinked: () => void }
type ConfirmDialogProps = ComponentProps<typeof ConfirmDialog>

/** A button that asks for confirmation before ending a person's access to the zone. */
export function UnlinkFromZone(props: UnlinkProps) {
  const confirming = useDialog()
  const name = formatName(props.user)
  return (
    <>
      <Button variant="default" c="var(--m-danger)" icon={IconUserMinus} onClick={confirming.open}>
        {t`Unlink from Zone`}
      </Button>
      <UnlinkDialog
        {...props}
        {...confirming.props}
        title={t`Unlink ${name}`}
        confirmLabel={t`Unlink from Zone`}
        workingLabel={t`Unlinking…`}
        success={t`User unlinked from zone successfully`}
        failure={t`Failed to unlink user from zone`}
      >
        <Trans>
          Are you sure you want to unlink this user from the zone? This action cannot be undone. The user will
          lose access to this zone and all associated data.
        </Trans>
      </UnlinkDialog>
    </>
  )
}

/** Asks for confirmation before removing a person from a zone, and explains the consequences. */
export function RemoveUserDialog(props: UnlinkProps & Pick<ConfirmDialogProps, 'opened' | 'onClose'>) {
  const name = formatName(props.user)
  const zoneName = props.zone.name
  return (
    <UnlinkDialog
      {...props}
      title={t`Remove ${name}?`}
      confirmLabel={t`Remove user`}
      workingLabel={t`Removing…`}
      removes={[
        t`Access to this zone`,
        t`Location tracking in this zone`,
        t`Their membership in this zone’s groups and activities`,
      ]}
      success={t`User Removed`}
      failure={t`Failed to remove user from zone`}
    >
      <Trans>
        {name} will be removed from {zoneName} and immediately lose:
      </Trans>
    </UnlinkDialog>
  )
}

/** Asks for confirmation, ends the membership and shows the toast `success`, with the option to add the person back. */
function UnlinkDialog({
  zone,
  user,
  onUnlinked,
  success,
  ...dialogProps
}: UnlinkProps & Omit<ConfirmDialogProps, 'onConfirm'> & { success: string }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      {...dialogProps}
      onConfirm={() => api.users.unlink({ zoneId: zone.id, userId: user.userId })}
      onDone={() => {
        // The person is removed from the lists immediately; the event then finds no row and only updates the counts.
        patchPages<ZonePerson, unknown>(client, orpc.users.inZone.key({ input: { zoneId: zone.id } }), list =>
          removeRows(list, row => row.userId === user.userId),
        )
        notifyUnlinked(client, zone, user, success)
        onUnlinked()
      }}
      invalidatesUnlessLive={[orpc.users.key()]}
    />
  )
}
