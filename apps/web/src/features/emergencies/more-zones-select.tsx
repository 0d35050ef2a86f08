import { t } from '@lingui/core/macro'
import type { MyZone } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { useState } from 'react'
import { requiresPin, rightsInZone } from '../../lib/session/selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useZoneChoice } from '../../lib/session/use-zone-choice.ts'
import { MultiSelect } from '../../ui/forms/select.tsx'

export type NamedZone = Pick<MyZone, 'id' | 'name'>

type Props = {
  /** The first zone, which is chosen elsewhere. */
  zoneId: string
  value: readonly NamedZone[]
  onChange: (zones: NamedZone[]) => void
  /** Asks for the PIN of a zone before it is added. Not asked here, because this field may be in a form. */
  onClosedZone: (zone: MyZone) => void
}

/** Chooses further zones that the same call reaches, among those in which the user may call people. */
export function MoreZonesSelect({ zoneId, value, onChange, onClosedZone }: Props) {
  const { profile } = useMe()
  const [typedText, setTypedText] = useState('')
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
    <MultiSelect
      label={t`Further zones (optional)`}
      placeholder={value.length === 0 ? t`Only this zone` : undefined}
      data={[...zonesById.values()].map(({ id, name }) => ({
        value: id,
        label: findClosed(id) ? t`${name} · with PIN` : name,
      }))}
      value={value.map(it => it.id)}
      onChange={ids => {
        const closedZone = ids.map(findClosed).find(Boolean)
        if (closedZone) onClosedZone(closedZone)
        else onChange(ids.flatMap(id => zonesById.get(id) ?? []))
      }}
      maxValues={limits.emergencyZonesMost - 1}
      searchable
      searchValue={typedText}
      onSearchChange={setTypedText}
      nothingFoundMessage={t`No zone with this name`}
    />
  )
}
