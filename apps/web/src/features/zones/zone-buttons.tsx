import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { useZoneActs } from './use-zone-acts.ts'
import type { ZoneAct } from './use-zone-dialogs.tsx'

type Props = { zone: Zone; open: (act: ZoneAct, zone: Zone) => void }

/** The buttons for every action the person may take on the zone, in its details. Renders nothing if there are none. */
export function ZoneButtons({ zone, open }: Props) {
  const allowedActs = useZoneActs()(zone.id)
  const acts: { act: ZoneAct; label: string; shown: boolean; color?: string }[] = [
    { act: 'edit', label: t`Edit Zone`, shown: allowedActs.edit },
    { act: 'shapes', label: t`Shape history`, shown: allowedActs.edit },
    { act: 'status', label: t`Set status`, shown: allowedActs.setStatus },
    { act: 'users', label: t`Users`, shown: allowedActs.seeUsers },
    { act: 'add-user', label: t`Add User`, shown: allowedActs.addUser },
    { act: 'delete', label: t`Delete Zone`, shown: allowedActs.remove, color: 'red' },
  ]
  const shownActs = acts.filter(it => it.shown)
  if (shownActs.length === 0) return null
  return (
    <Group gap="xs">
      {shownActs.map(({ act, label, color }) => (
        <Button key={act} variant={color ? 'light' : 'default'} color={color} onClick={() => open(act, zone)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
