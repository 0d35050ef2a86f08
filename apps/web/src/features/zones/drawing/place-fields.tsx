import { t } from '@lingui/core/macro'
import { Text, TextInput } from '@mantine/core'
import { isLatitude, isLongitude } from '@muster/domain/geo/lat-lng.ts'
import { parseCoordinates } from '@muster/domain/geo/parse-coordinates.ts'
import { type NumberField, toFieldNumber } from '@muster/domain/zone-form.ts'
import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import classes from './coordinate-list-editor.module.css'

export type TypedPlace = { lat: NumberField; lng: NumberField }

type Props = {
  legend: string
  value: TypedPlace
  onChange: (value: TypedPlace) => void
  /** Called on Enter in a field, instead of submitting the surrounding form. */
  onEnter?: () => void
  error: string | undefined
  fieldErrors?: { lat?: string | undefined; lng?: string | undefined }
  focused?: boolean
}

const toText = (value: NumberField) => (value === null || value === undefined ? '' : String(value))

/** Fields for a point's latitude and longitude. Pasting coordinates in any common notation into either field fills both. */
export function PlaceFields({
  legend,
  value,
  onChange,
  onEnter,
  error,
  fieldErrors,
  focused = false,
}: Props) {
  const errorId = useId()
  const paste = (event: ClipboardEvent) => {
    const pastedCoordinates = parseCoordinates(event.clipboardData.getData('text'))
    if (!pastedCoordinates) return
    event.preventDefault()
    onChange({ lat: pastedCoordinates.at.lat, lng: pastedCoordinates.at.lng })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !onEnter) return
    event.preventDefault()
    onEnter()
  }
  // `text`, because the numeric keyboards of some phones have no minus sign.
  const commonProps = {
    inputMode: 'text',
    autoComplete: 'off',
    onPaste: paste,
    onKeyDown: handleKeyDown,
  } as const
  const wrongValues = {
    lat: !isLatitude(toFieldNumber(value.lat)),
    lng: !isLongitude(toFieldNumber(value.lng)),
  }
  // If each value is valid on its own, the error concerns the whole point, so both fields are marked.
  const invalidFields = wrongValues.lat || wrongValues.lng ? wrongValues : { lat: true, lng: true }
  const describedBy = error ? errorId : undefined
  return (
    <fieldset className={classes.fields}>
      <legend>{legend}</legend>
      <TextInput
        {...commonProps}
        label={t`Latitude`}
        aria-label={t`${legend} latitude`}
        placeholder="28.613900"
        value={toText(value.lat)}
        onChange={event => onChange({ lat: event.currentTarget.value, lng: value.lng })}
        error={fieldErrors?.lat ?? (Boolean(error) && invalidFields.lat)}
        aria-describedby={describedBy}
        data-autofocus={focused || undefined}
        autoFocus={focused}
      />
      <TextInput
        {...commonProps}
        label={t`Longitude`}
        aria-label={t`${legend} longitude`}
        placeholder="77.209000"
        value={toText(value.lng)}
        onChange={event => onChange({ lat: value.lat, lng: event.currentTarget.value })}
        error={fieldErrors?.lng ?? (Boolean(error) && invalidFields.lng)}
        aria-describedby={describedBy}
      />
      {error && (
        <Text size="xs" c="var(--m-danger)" style={{ gridColumn: '1 / -1' }} id={errorId} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  )
}
