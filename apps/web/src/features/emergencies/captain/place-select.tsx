import { t } from '@lingui/core/macro'
import { Select } from '../../../ui/forms/select.tsx'

type Props = { points: readonly string[]; place: string; onChoose: (place: string) => void }

/** Where the captain stands: every tick carries it. Nothing is shown in zones without assembly points. */
export function PlaceSelect({ points, place, onChoose }: Props) {
  const options = [...new Set(place === '' ? points : [...points, place])]
  if (options.length === 0) return null
  return (
    <Select
      label={t`I’m at`}
      placeholder={t`Choose your assembly point`}
      data={options}
      value={place === '' ? null : place}
      clearable
      size="md"
      onChange={chosen => onChoose(chosen ?? '')}
    />
  )
}
