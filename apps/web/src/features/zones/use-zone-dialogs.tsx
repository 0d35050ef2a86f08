import type { Zone } from '@muster/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { AddUserDialog, UsersInZoneDialog } from '../users/public.ts'
import { DeleteZoneDialog } from './delete-zone-dialog.tsx'
import { EditZoneDialog } from './edit-zone-dialog.tsx'
import { ShapeHistoryDialog } from './shape-history-dialog.tsx'
import { ZoneStatusDialog } from './zone-status-dialog.tsx'

export type ZoneAct = 'edit' | 'delete' | 'status' | 'shapes' | 'users' | 'add-user'

/** The dialogs about one zone, at most one of them open: `open('edit', zone)`, and `dialogs` to be put on the page. */
export function useZoneDialogs(): { open: (act: ZoneAct, zone: Zone) => void; dialogs: ReactNode } {
  const [shown, setShown] = useState<{ act: ZoneAct; zone: Zone }>()
  const [opened, setOpened] = useState(false)
  const dialog = (act: ZoneAct) => ({ opened: opened && shown?.act === act, onClose: () => setOpened(false) })
  return {
    open(act, zone) {
      setShown({ act, zone })
      setOpened(true)
    },
    dialogs: shown && (
      <>
        <EditZoneDialog zone={shown.zone} {...dialog('edit')} />
        <DeleteZoneDialog zone={shown.zone} {...dialog('delete')} />
        <ZoneStatusDialog zone={shown.zone} {...dialog('status')} />
        <ShapeHistoryDialog zone={shown.zone} {...dialog('shapes')} />
        <UsersInZoneDialog zone={shown.zone} {...dialog('users')} />
        <AddUserDialog zone={shown.zone} {...dialog('add-user')} />
      </>
    ),
  }
}
