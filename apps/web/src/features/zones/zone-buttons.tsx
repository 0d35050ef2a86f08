import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { useZoneActions } from './use-zone-acts.ts'
import type { ZoneAction } from './use-zone-dialogs.tsx'

type Props = { zone: Zone; open: (act: ZoneAction, zone: Zone) => void }

/** The buttons for every action the person may take on the zone, in its details. Renders nothing if there are none. */
export function ZoneButtons({ zone, open }: Props) {
  const allowedActions = useZoneActions()(zone.id)
  const actions: { act: ZoneAction; label: string; shown: boolean; color?: string }[] = [
    { act: 'edit', label: t`Edit Zone`, shown: allowedActions.edit },
    { act: 'shapes', label: t`Shape history`, shown: allowedActions.edit },
    { act: 'status', label: t`Set status`, shown: allowedActions.setStatus },
    { act: 'users', label: t`Users`, shown: allowedActions.seeUsers },
    { act: 'add-user', label: t`Add User`, shown: allowedActions.addUser },
    { act: 'delete', label: t`Delete Zone`, shown: allowedActions.remove, color: 'red' },
  ]
  const shownActions = actions.filter(it => it.shown)
  if (shownActions.length === 0) return null
  return (
    <Group gap="xs">
      {shownActions.map(({ act, label, color }) => (
        <Button key={act} variant={color ? 'light' : 'default'} color={color} onClick={() => open(act, zone)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
