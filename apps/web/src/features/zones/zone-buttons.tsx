import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { useZoneActs } from './use-zone-acts.ts'
import type { ZoneAct } from './use-zone-dialogs.tsx'

type Props = { zone: Zone; open: (act: ZoneAct, zone: Zone) => void }

/** The buttons for every action the person may take on the zone, in its details. Renders nothing for viewers. */
export function ZoneButtons({ zone, open }: Props) {
  const may = useZoneActs()(zone.id)
  const acts: { act: ZoneAct; label: string; shown: boolean; color?: string }[] = [
    { act: 'edit', label: t`Edit Zone`, shown: may.edit },
    { act: 'shapes', label: t`Former shapes`, shown: may.edit },
    { act: 'status', label: t`Set status`, shown: may.setStatus },
    { act: 'users', label: t`Users`, shown: may.seeUsers },
    { act: 'add-user', label: t`Add User`, shown: may.addUser },
    { act: 'delete', label: t`Delete Zone`, shown: may.remove, color: 'red' },
  ]
  const shown = acts.filter(it => it.shown)
  if (shown.length === 0) return null
  return (
    <Group gap="xs">
      {shown.map(({ act, label, color }) => (
        <Button key={act} variant={color ? 'light' : 'default'} color={color} onClick={() => open(act, zone)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
