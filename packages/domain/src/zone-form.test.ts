import { i18n, type MessageDescriptor } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import {
  coordinateMessage,
  interactiveFormErrors,
  multiCoordinateFormErrors,
  type RectangleForm,
  rectangleFormErrors,
  toFieldNumber,
} from './zone-form.ts'

describe('a number field', () => {
  test('is a number only if it contains one', () => {
    expect(['1.5', ' 7 ', 0, '-0.25', '1e2'].map(toFieldNumber)).toEqual([1.5, 7, 0, -0.25, 100])
    expect(['', '  ', 'x', '1,5', null, undefined].map(toFieldNumber)).toEqual(Array(6).fill(Number.NaN))
  })
})

const toEnglish = <E extends { message: MessageDescriptor }>(errors: readonly E[]) =>
  errors.map(error => ({ ...error, message: i18n._(error.message) }))

describe('the rectangle form', () => {
  const listMessages = (form: RectangleForm) =>
    toEnglish(rectangleFormErrors(form)).map(({ message }) => message)
  const validForm = { name: 'Gate 4', startLat: '28.62', startLng: 77.2, endLat: 28.61, endLng: '77.21' }

  test('accepts valid input, with and without capacity', () => {
    expect(listMessages(validForm)).toEqual([])
    expect(listMessages({ ...validForm, maxCapacity: 1 })).toEqual([])
    expect(listMessages({ ...validForm, maxCapacity: '' })).toEqual([])
    expect(listMessages({ ...validForm, startLat: 0, startLng: '0', endLat: -90, endLng: 180 })).toEqual([])
  })

  test('reports all its messages in the order of the fields', () => {
    expect(
      listMessages({
        name: ' ',
        startLat: '',
        startLng: 181,
        endLat: -91,
        endLng: 'x',
        maxCapacity: 0,
      }),
    ).toEqual([
      'Zone name is required',
      'Valid start latitude is required',
      'Valid start longitude is required',
      'Valid end latitude is required',
      'Valid end longitude is required',
      'Max capacity must be a positive number',
    ])
  })

  test('assigns each message to its field', () => {
    expect(rectangleFormErrors({ ...validForm, name: '', endLng: null }).map(error => error.field)).toEqual([
      'name',
      'endLng',
    ])
  })

  test.each([0, -1, 'many', '-5', Number.NaN])('rejects a capacity of %s', maxCapacity => {
    expect(listMessages({ ...validForm, maxCapacity })).toEqual(['Max capacity must be a positive number'])
  })
})

const messageFor = (...place: Parameters<typeof coordinateMessage>) => {
  const message = coordinateMessage(...place)
  return message && i18n._(message)
}

describe('the multi-coordinate form', () => {
  const validForm = { name: 'Yard', points: [1, 2, 3], editing: false, maxCapacity: 50 }

  test('accepts valid input', () => {
    expect(multiCoordinateFormErrors(validForm)).toEqual([])
    expect(multiCoordinateFormErrors({ ...validForm, maxCapacity: 1_000 })).toEqual([])
  })

  test('reports everything that is missing, in the order of the specification', () => {
    const invalidForm = { name: ' ', points: [1, 2], editing: true, maxCapacity: 1_001 }
    expect(toEnglish(multiCoordinateFormErrors(invalidForm))).toEqual([
      { field: 'name', message: 'Zone name is required' },
      { field: 'points', message: 'At least 3 coordinates are required to create a zone' },
      { field: 'maxCapacity', message: 'Max capacity must be between 1 and 1000' },
    ])
    expect(toEnglish(multiCoordinateFormErrors({ ...validForm, editing: true }))).toEqual([
      { field: 'points', message: 'Please save or cancel the coordinate you are editing' },
    ])
    for (const maxCapacity of [0, 1_001, 2.5]) {
      expect(multiCoordinateFormErrors({ ...validForm, maxCapacity })).toHaveLength(1)
    }
  })

  test('checks a coordinate when it is added', () => {
    expect(coordinateMessage('90', -180)).toBeUndefined()
    expect(messageFor('abc', 0)).toBe('Please enter valid coordinates')
    expect(messageFor(0, '')).toBe('Please enter valid coordinates')
    expect(messageFor(Number.POSITIVE_INFINITY, 0)).toBe('Please enter valid coordinates')
    expect(messageFor(90.1, 200)).toBe('Latitude must be between -90 and 90')
    expect(messageFor(-90.1, 0)).toBe('Latitude must be between -90 and 90')
    expect(messageFor(0, 180.1)).toBe('Longitude must be between -180 and 180')
    expect(messageFor(0, -180.1)).toBe('Longitude must be between -180 and 180')
  })
})

describe('the interactive creator', () => {
  const validForm = { signedIn: true, name: 'Yard', points: [1, 2, 3] }

  test('accepts valid input', () => {
    expect(interactiveFormErrors(validForm)).toEqual([])
    expect(interactiveFormErrors({ ...validForm, maxCapacity: 1 })).toEqual([])
  })

  test('reports everything that is missing, in the order of the specification', () => {
    const invalidForm = { signedIn: true, name: '', points: [1, 2], maxCapacity: 0 }
    expect(toEnglish(interactiveFormErrors(invalidForm))).toEqual([
      { field: 'name', message: 'Please enter a zone name' },
      { field: 'points', message: 'Please add at least 3 points to create a zone' },
      { field: 'maxCapacity', message: 'Capacity must be at least 1' },
    ])
    expect(toEnglish(interactiveFormErrors({ ...invalidForm, signedIn: false }))).toEqual([
      { field: 'session', message: 'Please log in to create a zone' },
    ])
  })
})
