import type { ListedZone, Zone } from '@muster/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { AddUserDialog, UsersInZoneDialog } from '../users/public.ts'
import { DeleteZoneDialog } from './detail/delete-zone-dialog.tsx'
import { ShapeHistoryDialog } from './detail/shape-history-dialog.tsx'
import { ZoneStatusDialog } from './detail/zone-status-dialog.tsx'
import { EditZoneDialog } from './drawing/edit-zone-dialog.tsx'

/** Actions that need the zone's shape. Those in `ListAction` do not. */
type ShapeAction = 'edit' | 'shapes'
type ListAction = 'delete' | 'status' | 'users' | 'add-user'
export type ZoneAction = ShapeAction | ListAction
type ShownDialog = { act: ShapeAction; zone: Zone } | { act: ListAction; zone: ListedZone }
export type OpenZoneAction = {
  (act: ZoneAction, zone: Zone): void
  (act: ListAction, zone: ListedZone): void
}

/** At most one is open. Call `open('edit', zone)`, and render `dialogs` on the page. */
export function useZoneDialogs(): { open: OpenZoneAction; dialogs: ReactNode } {
  const [shownDialog, setShownDialog] = useState<ShownDialog>()
  const [opened, setOpened] = useState(false)
  const toDialogProps = (act: ZoneAction) => ({
    opened: opened && shownDialog?.act === act,
    onClose: () => setOpened(false),
  })
  return {
    open(act: ZoneAction, zone: ListedZone) {
      // The overloads ensure that each action has the zone data it needs.
      setShownDialog({ act, zone } as ShownDialog)
      setOpened(true)
    },
    dialogs: shownDialog && (
      <>
        {(shownDialog.act === 'edit' || shownDialog.act === 'shapes') && (
          <>
            <EditZoneDialog zone={shownDialog.zone} {...toDialogProps('edit')} />
            <ShapeHistoryDialog zone={shownDialog.zone} {...toDialogProps('shapes')} />
          </>
        )}
        <DeleteZoneDialog zone={shownDialog.zone} {...toDialogProps('delete')} />
        <ZoneStatusDialog zone={shownDialog.zone} {...toDialogProps('status')} />
        <UsersInZoneDialog zone={shownDialog.zone} {...toDialogProps('users')} />
        <AddUserDialog zone={shownDialog.zone} {...toDialogProps('add-user')} />
      </>
    ),
  }
}
