import { NumberInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import classes from './create-zone-dialog.module.css'

type CornerField = 'startLat' | 'startLng' | 'endLat' | 'endLng'

type Props = {
  legend: string
  lat: CornerField
  lng: CornerField
  inputProps: (field: CornerField) => GetInputPropsReturnType
}

/** One corner of a zone: latitude before longitude, in degrees. */
export function CornerFields({ legend, lat, lng, inputProps }: Props) {
  // `text`: the number pads of some phones have no minus.
  const common = { decimalScale: 7, hideControls: true, inputMode: 'text' as const }
  return (
    <fieldset className={classes.corner}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.pair}>
        <NumberInput
          {...common}
          label="Latitude"
          aria-label={`${legend} latitude`}
          placeholder="28.613900"
          {...inputProps(lat)}
        />
        <NumberInput
          {...common}
          label="Longitude"
          aria-label={`${legend} longitude`}
          placeholder="77.209000"
          {...inputProps(lng)}
        />
      </div>
    </fieldset>
  )
}
