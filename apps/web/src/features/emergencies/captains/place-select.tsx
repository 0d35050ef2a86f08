import { t } from '@lingui/core/macro'
import { IconMapPin } from '@tabler/icons-react'
import { Select } from '../../../ui/forms/select.tsx'

type Props = { points: readonly string[]; place: string; onChoose: (place: string) => void }

/** A choice of the assembly point at which the captain stands, which each mark carries. Zones without points show nothing. */
export function PlaceSelect({ points, place, onChoose }: Props) {
  const options = [...new Set(place === '' ? points : [...points, place])]
  if (options.length === 0) return null
  return (
    <Select
      aria-label={t`I’m at`}
      placeholder={t`I’m at…`}
      leftSection={<IconMapPin size="1.125rem" aria-hidden />}
      data={options}
      value={place === '' ? null : place}
      clearable
      size="md"
      maw="26.25rem"
      onChange={chosen => onChoose(chosen ?? '')}
    />
  )
}
