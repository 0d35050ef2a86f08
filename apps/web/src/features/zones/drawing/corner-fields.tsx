import { t } from '@lingui/core/macro'
import { NumberInput, SimpleGrid } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

type CornerField = 'startLat' | 'startLng' | 'endLat' | 'endLng'

type Props = {
  legend: string
  lat: CornerField
  lng: CornerField
  inputProps: (field: CornerField) => GetInputPropsReturnType
}

/** One corner of a zone: latitude before longitude, in degrees. */
export function CornerFields({ legend, lat, lng, inputProps }: Props) {
  // `text`, because the numeric keyboards of some phones have no minus sign.
  const commonProps = { decimalScale: 7, hideControls: true, inputMode: 'text' as const }
  return (
    <fieldset>
      <legend>{legend}</legend>
      <SimpleGrid cols={2} spacing="sm">
        <NumberInput
          {...commonProps}
          label={t`Latitude`}
          aria-label={t`${legend} latitude`}
          placeholder="28.613900"
          {...inputProps(lat)}
        />
        <NumberInput
          {...commonProps}
          label={t`Longitude`}
          aria-label={t`${legend} longitude`}
          placeholder="77.209000"
          {...inputProps(lng)}
        />
      </SimpleGrid>
    </fieldset>
  )
}
