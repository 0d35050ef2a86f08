import { t } from '@lingui/core/macro'
import type { MyZone } from '@muster/contract/zones.ts'
import { can } from '@muster/domain/permission.ts'
import { isInternalAdmin, isZoneManager } from '@muster/domain/role.ts'
import { IconPlus } from '@tabler/icons-react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { useCreateZoneDialogs } from './drawing/create-zone-buttons.tsx'
import { OwnZonesPage, type OwnZonesSearchProps } from './own-zones-page.tsx'
import { useZoneActions } from './use-zone-acts.ts'
import { useZoneDialogs, type ZoneAction } from './use-zone-dialogs.tsx'

/** Undefined for internal admins, who see all active zones. Others see the selected zone or, if none is selected, those they manage. */
function useOnlyZones() {
  const { profile } = useMe()
  const { zone, availableZones } = useSelectedZone()
  if (isInternalAdmin(profile.role)) return
  if (zone) return [zone]
  return availableZones.filter(({ myRole }) => isZoneManager(myRole))
}

/** Internal admins also manage the users of each zone. */
export function ManagedZonesPage(address: OwnZonesSearchProps) {
  const { profile } = useMe()
  const getAllowedActions = useZoneActions()
  const { open, dialogs } = useZoneDialogs()
  const { create, dialogs: createDialogs } = useCreateZoneDialogs()
  const isAdmin = isInternalAdmin(profile.role)
  const mayCreate = can(profile.role, 'create_zones')
  const label = isAdmin ? t`Location Check` : t`Check Location`
  const renderActions = (zone: MyZone) => {
    const allowedActions = getAllowedActions(zone.id)
    const zoneName = zone.name
    const shownActions: { act: ZoneAction; label: string; name: string; shown: boolean }[] = [
      { act: 'edit', label: t`Edit`, name: t`Edit ${zoneName}`, shown: allowedActions.edit },
      {
        act: 'add-user',
        label: t`Add User`,
        name: t`Add User to ${zoneName}`,
        shown: allowedActions.addUser,
      },
      { act: 'users', label: t`Users`, name: t`Users of ${zoneName}`, shown: isAdmin },
      { act: 'delete', label: t`Delete`, name: t`Delete ${zoneName}`, shown: allowedActions.remove },
    ]
    return shownActions
      .filter(it => it.shown)
      .map(({ act, label, name }) => (
        <Button key={act} variant="default" onClick={() => open(act, zone)} aria-label={name}>
          {label}
        </Button>
      ))
  }
  return (
    <>
      <OwnZonesPage
        {...address}
        title={t`My Zones`}
        only={useOnlyZones()}
        checkProps={() => ({ recent: 2, label, unknown: t`Unknown` })}
        renderActs={renderActions}
        open={open}
        action={
          mayCreate && (
            <Button icon={IconPlus} onClick={() => create('interactive')}>
              {t`Create Zone`}
            </Button>
          )
        }
      />
      {dialogs}
      {mayCreate && createDialogs}
    </>
  )
}
