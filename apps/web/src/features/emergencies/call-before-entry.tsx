import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { IconUrgent } from '@tabler/icons-react'
import { requiresPin, rightsInZone } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { DeclareButton } from './declare-button.tsx'

/** The address of the dialog that calls everyone inside. */
export const callPath = '/emergencies?call=true'

type Props = {
  /** Called with the zones of which the person may call the people, none of which is entered yet. */
  onChoose: (zones: readonly MyZone[]) => void
}

/** The button that calls everyone inside, on the screen that has no header yet. Whoever needs a zone for it chooses that first. */
export function CallBeforeEntry({ onChoose }: Props) {
  const { profile } = useMe()
  const { zone, isZoneBound, availableZones } = useSelectedZone()
  if (!isZoneBound || (zone && !zone.invited && !requiresPin(profile.role, zone)))
    return <DeclareButton compact={false} />
  const zones = availableZones.filter(
    it => !it.invited && mayInZone(rightsInZone(profile.role, it), 'broadcast'),
  )
  if (zones.length === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconUrgent size="1.25rem" color="var(--m-danger)" aria-hidden />}
      onClick={() => onChoose(zones)}
    >
      {t`Call everyone inside`}
    </Button>
  )
}
