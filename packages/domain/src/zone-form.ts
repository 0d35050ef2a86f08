import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { isLatitude, isLongitude } from './geo/lat-lng.ts'
import { limits } from './limits.ts'

/** The content of a number field: a number, text that may become one, or nothing. */
export type NumberField = number | string | null | undefined

/** Returns the number in a field, or NaN. Blank text is not a number, although JavaScript converts it to 0. */
export function toFieldNumber(value: NumberField): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

export type RectangleForm = {
  name: string
  startLat: NumberField
  startLng: NumberField
  endLat: NumberField
  endLng: NumberField
  maxCapacity?: NumberField
}

/** Returns all messages of the rectangle form, in the order of its fields. */
export function rectangleFormErrors(
  form: RectangleForm,
): readonly { field: keyof RectangleForm; message: MessageDescriptor }[] {
  const errors: { field: keyof RectangleForm; message: MessageDescriptor }[] = []
  if (form.name.trim() === '') errors.push({ field: 'name', message: msg`Zone name is required` })
  if (!isLatitude(toFieldNumber(form.startLat))) {
    errors.push({ field: 'startLat', message: msg`Valid start latitude is required` })
  }
  if (!isLongitude(toFieldNumber(form.startLng))) {
    errors.push({ field: 'startLng', message: msg`Valid start longitude is required` })
  }
  if (!isLatitude(toFieldNumber(form.endLat))) {
    errors.push({ field: 'endLat', message: msg`Valid end latitude is required` })
  }
  if (!isLongitude(toFieldNumber(form.endLng))) {
    errors.push({ field: 'endLng', message: msg`Valid end longitude is required` })
  }
  if (hasValue(form.maxCapacity) && !(toFieldNumber(form.maxCapacity) > 0)) {
    errors.push({ field: 'maxCapacity', message: msg`Max capacity must be a positive number` })
  }
  return errors
}

/** When the point is added or saved; undefined if it is valid. */
export function coordinateMessage(
  latitude: NumberField,
  longitude: NumberField,
): MessageDescriptor | undefined {
  const lat = toFieldNumber(latitude)
  const lng = toFieldNumber(longitude)
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return msg`Please enter valid coordinates`
  if (!isLatitude(lat)) return msg`Latitude must be between -90 and 90`
  if (!isLongitude(lng)) return msg`Longitude must be between -180 and 180`
  return undefined
}

export type MultiCoordinateForm = {
  name: string
  points: readonly unknown[]
  /** True while a point is being edited. */
  editing: boolean
  maxCapacity?: NumberField
}

/** A problem in a form with a list of points, and the field it belongs to. */
export type PointsFormError = {
  field: 'session' | 'name' | 'points' | 'maxCapacity'
  message: MessageDescriptor
}

/** In display order. `coordinateMessage` has already checked the points themselves. */
export function multiCoordinateFormErrors(form: MultiCoordinateForm): readonly PointsFormError[] {
  const errors: PointsFormError[] = []
  if (form.name.trim() === '') errors.push({ field: 'name', message: msg`Zone name is required` })
  if (form.points.length < limits.polygonMinPoints) {
    errors.push({ field: 'points', message: msg`At least 3 coordinates are required to create a zone` })
  } else if (form.editing) {
    errors.push({ field: 'points', message: msg`Please save or cancel the coordinate you are editing` })
  }
  if (hasValue(form.maxCapacity) && !isCapacity(toFieldNumber(form.maxCapacity))) {
    const message = msg`Max capacity must be between ${{ least: limits.capacityMin }} and ${{ most: limits.capacityMax }}`
    errors.push({ field: 'maxCapacity', message })
  }
  return errors
}

export type InteractiveForm = {
  signedIn: boolean
  name: string
  points: readonly unknown[]
  maxCapacity?: NumberField
}

/** Returns all messages of the interactive creator, in display order; only the session message if nobody is signed in. */
export function interactiveFormErrors(form: InteractiveForm): readonly PointsFormError[] {
  if (!form.signedIn) return [{ field: 'session', message: msg`Please log in to create a zone` }]
  const errors: PointsFormError[] = []
  if (form.name.trim() === '') errors.push({ field: 'name', message: msg`Please enter a zone name` })
  if (form.points.length < limits.polygonMinPoints) {
    errors.push({ field: 'points', message: msg`Please add at least 3 points to create a zone` })
  }
  if (hasValue(form.maxCapacity) && !(toFieldNumber(form.maxCapacity) >= limits.capacityMin)) {
    errors.push({
      field: 'maxCapacity',
      message: msg`Capacity must be at least ${{ least: limits.capacityMin }}`,
    })
  }
  return errors
}

function hasValue(value: NumberField): boolean {
  return value !== null && value !== undefined && value !== ''
}

function isCapacity(value: number): boolean {
  return Number.isInteger(value) && value >= limits.capacityMin && value <= limits.capacityMax
}
