import { t } from '@lingui/core/macro'
import type { ListedZone, Zone } from '@muster/contract/zones.ts'
import { can } from '@muster/domain/permission.ts'
import {
  IconBuilding,
  IconDotsVertical,
  IconDownload,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../../lib/api.ts'
import { downloadText } from '../../../lib/download-text.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Menu } from '../../../ui/layout/menu.tsx'
import { useOrganisations } from '../../organisations/public.ts'
import { useZoneActions } from '../use-zone-acts.ts'
import type { OpenZoneAction } from '../use-zone-dialogs.tsx'
import type { BulkAct } from './zones-bar.tsx'

type Props = {
  zone: ListedZone | Zone
  open: OpenZoneAction
  /** Opens the dialog that changes zones, for this one. */
  onBulk: (act: BulkAct) => void
}

/** The last choice from the menu of any zone. An answer that arrives after another choice opens nothing. */
let latestChoice: symbol | undefined

/** The menu of a zone in the list. Delete is last, red, and apart from the others. */
export function ZoneRowMenu({ zone, open, onBulk }: Props) {
  const { profile } = useMe()
  const may = useZoneActions()(zone.id)
  const { several } = useOrganisations()
  const client = useQueryClient()
  const zoneName = zone.name
  const isSuper = profile.role === 'super_admin'
  // The list of all zones has no shapes.
  const openWithShape = useAct({
    call: async ({ act, choice }: { act: 'edit' | 'shapes'; choice: symbol }) => ({
      act,
      choice,
      zone:
        'shape' in zone
          ? zone
          : await client.fetchQuery(orpc.zones.get.queryOptions({ input: { zoneId: zone.id } })),
    }),
    onDone: loaded => {
      if (loaded.choice === latestChoice) open(loaded.act, loaded.zone)
    },
    failed: t`Failed to load zone details`,
  })
  const load = (act: 'edit' | 'shapes') => {
    latestChoice = Symbol(act)
    openWithShape.mutate({ act, choice: latestChoice })
  }
  const choose = (onClick: () => void) => {
    latestChoice = undefined
    onClick()
  }
  const exportZone = useAct({
    call: () => api.zones.export({ format: 'geojson', zoneIds: [zone.id] }),
    onDone: ({ fileName, text }) => downloadText(fileName, text, 'application/geo+json'),
    done: [t`Download ready`, zoneName],
    failed: error => [t`Download failed`, errorText(error, t`The zones couldn’t be exported. Try again.`)],
  })
  const items = [
    { label: t`Edit`, icon: IconPencil, shown: may.edit, onClick: () => load('edit') },
    {
      label: t`Shape history`,
      icon: IconHistory,
      shown: may.edit,
      onClick: () => load('shapes'),
    },
    { label: t`View Zone Users`, icon: IconUsers, shown: isSuper, onClick: () => open('users', zone) },
    { label: t`Add User by Code`, icon: IconUserPlus, shown: isSuper, onClick: () => open('add-user', zone) },
    {
      label: t`Suspend`,
      icon: IconPlayerPause,
      shown: may.setStatus && zone.status === 'active',
      onClick: () => onBulk('suspended'),
    },
    {
      label: t`Activate`,
      icon: IconPlayerPlay,
      shown: may.setStatus && zone.status !== 'active',
      onClick: () => onBulk('active'),
    },
    {
      label: t`Assign to organisation`,
      icon: IconBuilding,
      shown: several && can(profile.role, 'edit_clients'),
      onClick: () => onBulk('organisation'),
    },
    {
      label: t`Export as GeoJSON`,
      icon: IconDownload,
      shown: can(profile.role, 'edit_zones'),
      onClick: () => exportZone.mutate(),
    },
  ].filter(it => it.shown)
  if (items.length === 0 && !may.remove) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          icon={IconDotsVertical}
          size={44}
          aria-label={t`Actions for ${zoneName}`}
          loading={openWithShape.isPending}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon: Icon, onClick }) => (
          <Menu.Item key={label} icon={Icon} onClick={() => choose(onClick)}>
            {label}
          </Menu.Item>
        ))}
        {may.remove && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" icon={IconTrash} onClick={() => choose(() => open('delete', zone))}>
              {t`Delete`}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
