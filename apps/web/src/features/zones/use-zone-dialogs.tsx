import type { ListedZone, Zone } from '@muster/contract/zones.ts'
import type { ReactNode } from 'react'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { AddUserDialog, UsersInZoneDialog } from '../users/public.ts'
import { DeleteZoneDialog } from './detail/delete-zone-dialog.tsx'
import { ShapeHistoryDialog } from './detail/shape-history-dialog.tsx'
import { ZoneStatusDialog } from './detail/zone-status-dialog.tsx'
import { EditZoneDialog } from './drawing/edit-zone-dialog.tsx'

/** Actions that need the zone's shape. Those in `ListAction` do not. */
type ShapeAction = 'edit' | 'shapes'
type ListAction = 'delete' | 'status' | 'users' | 'add-user'
export type ZoneAction = ShapeAction | ListAction
export type OpenZoneAction = {
  (act: ZoneAction, zone: Zone): void
  (act: ListAction, zone: ListedZone): void
}

/** At most one is open. Call `open('edit', zone)`, and render `dialogs` on the page. */
export function useZoneDialogs(): { open: OpenZoneAction; dialogs: ReactNode } {
  const { about: zone, ...shown } = useDialogs<ZoneAction, Zone | ListedZone>()
  return {
    open: shown.open,
    dialogs: zone && (
      <>
        {(shown.name === 'edit' || shown.name === 'shapes') && 'shape' in zone && (
          <>
            <EditZoneDialog zone={zone} {...shown.props('edit')} />
            <ShapeHistoryDialog zone={zone} {...shown.props('shapes')} />
          </>
        )}
        <DeleteZoneDialog zone={zone} {...shown.props('delete')} />
        <ZoneStatusDialog zone={zone} {...shown.props('status')} />
        <UsersInZoneDialog zone={zone} {...shown.props('users')} />
        <AddUserDialog zone={zone} {...shown.props('add-user')} />
      </>
    ),
  }
}
