import { t } from '@lingui/core/macro'
import type { MyZone } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { useState } from 'react'
import { requiresPin, rightsInZone } from '../../lib/session/selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useZoneChoice } from '../../lib/session/use-zone-choice.ts'
import { MultiSelect } from '../../ui/forms/select.tsx'
import { EnterZoneDialog } from '../auth/public.ts'

export type NamedZone = Pick<MyZone, 'id' | 'name'>

type Props = {
  /** The first zone, which is chosen elsewhere. */
  zoneId: string
  value: readonly NamedZone[]
  onChange: (zones: NamedZone[]) => void
}

/** Chooses further zones that the same call reaches, among those in which the user may call people. Asks for the PIN where it is missing. */
export function MoreZonesSelect({ zoneId, value, onChange }: Props) {
  const { profile } = useMe()
  const [typedText, setTypedText] = useState('')
  const [closed, setClosed] = useState<MyZone>()
  const choice = useZoneChoice(typedText, 50)
  const mayCallIn = (zone: MyZone) =>
    !zone.invited && mayInZone(rightsInZone(profile.role, zone), 'broadcast')
  const offeredZones = choice.zones.filter(it => it.id !== zoneId && mayCallIn(it))
  const zonesById = new Map([...value, ...offeredZones].map(it => [it.id, it]))
  if (zonesById.size === 0 && typedText === '') return null
  const findClosed = (id: string) =>
    offeredZones.find(
      it => it.id === id && requiresPin(profile.role, it) && !value.some(its => its.id === id),
    )
  return (
    <>
      <MultiSelect
        label={t`Further zones (optional)`}
        placeholder={value.length === 0 ? t`Only this zone` : undefined}
        data={[...zonesById.values()].map(({ id, name }) => ({
          value: id,
          label: findClosed(id) ? t`${name} · with PIN` : name,
        }))}
        value={value.map(it => it.id)}
        onChange={ids => {
          const its = ids.map(findClosed).find(Boolean)
          if (its) setClosed(its)
          else onChange(ids.flatMap(id => zonesById.get(id) ?? []))
        }}
        maxValues={limits.emergencyZonesMost - 1}
        searchable
        searchValue={typedText}
        onSearchChange={setTypedText}
        nothingFoundMessage={t`No zone with this name`}
      />
      {closed && (
        <EnterZoneDialog
          zone={closed}
          opened
          onClose={() => setClosed(undefined)}
          onEntered={() => onChange([...value, closed])}
        />
      )}
    </>
  )
}
