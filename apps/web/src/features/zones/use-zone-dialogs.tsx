import type { ListedZone, Zone } from '@muster/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { AddUserDialog, UsersInZoneDialog } from '../users/public.ts'
import { DeleteZoneDialog } from './detail/delete-zone-dialog.tsx'
import { ShapeHistoryDialog } from './detail/shape-history-dialog.tsx'
import { ZoneStatusDialog } from './detail/zone-status-dialog.tsx'
import { EditZoneDialog } from './drawing/edit-zone-dialog.tsx'

/** Actions that need the shape of the zone, and actions that do not. */
type ShapeAct = 'edit' | 'shapes'
type ListAct = 'delete' | 'status' | 'users' | 'add-user'
export type ZoneAct = ShapeAct | ListAct
type Shown = { act: ShapeAct; zone: Zone } | { act: ListAct; zone: ListedZone }
export type OpenAct = { (act: ZoneAct, zone: Zone): void; (act: ListAct, zone: ListedZone): void }

/** Manages the dialogs about one zone, at most one of them open: call `open('edit', zone)`, and render `dialogs` on the page. */
export function useZoneDialogs(): { open: OpenAct; dialogs: ReactNode } {
  const [shown, setShown] = useState<Shown>()
  const [opened, setOpened] = useState(false)
  const dialog = (act: ZoneAct) => ({ opened: opened && shown?.act === act, onClose: () => setOpened(false) })
  return {
    open(act: ZoneAct, zone: ListedZone) {
      // The overloads ensure that each action has the zone data it needs.
      setShown({ act, zone } as Shown)
      setOpened(true)
    },
    dialogs: shown && (
      <>
        {(shown.act === 'edit' || shown.act === 'shapes') && (
          <>
            <EditZoneDialog zone={shown.zone} {...dialog('edit')} />
            <ShapeHistoryDialog zone={shown.zone} {...dialog('shapes')} />
          </>
        )}
        <DeleteZoneDialog zone={shown.zone} {...dialog('delete')} />
        <ZoneStatusDialog zone={shown.zone} {...dialog('status')} />
        <UsersInZoneDialog zone={shown.zone} {...dialog('users')} />
        <AddUserDialog zone={shown.zone} {...dialog('add-user')} />
      </>
    ),
  }
}
