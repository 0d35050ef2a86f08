import { i18n, type MessageDescriptor } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import {
  coordinateMessage,
  fieldNumber,
  interactiveFormErrors,
  multiCoordinateFormErrors,
  type RectangleForm,
  rectangleFormErrors,
} from './zone-form.ts'

describe('a number field', () => {
  test('is a number only if it contains one', () => {
    expect(['1.5', ' 7 ', 0, '-0.25', '1e2'].map(fieldNumber)).toEqual([1.5, 7, 0, -0.25, 100])
    expect(['', '  ', 'x', '1,5', null, undefined].map(fieldNumber)).toEqual(Array(6).fill(Number.NaN))
  })
})

const inEnglish = <E extends { message: MessageDescriptor }>(errors: readonly E[]) =>
  errors.map(error => ({ ...error, message: i18n._(error.message) }))

describe('the rectangle form', () => {
  const messages = (form: RectangleForm) => inEnglish(rectangleFormErrors(form)).map(({ message }) => message)
  const good = { name: 'Gate 4', startLat: '28.62', startLng: 77.2, endLat: 28.61, endLng: '77.21' }

  test('accepts valid input, with and without capacity', () => {
    expect(messages(good)).toEqual([])
    expect(messages({ ...good, maxCapacity: 1 })).toEqual([])
    expect(messages({ ...good, maxCapacity: '' })).toEqual([])
    expect(messages({ ...good, startLat: 0, startLng: '0', endLat: -90, endLng: 180 })).toEqual([])
  })

  test('reports all its messages in the order of the fields', () => {
    expect(
      messages({
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
    expect(rectangleFormErrors({ ...good, name: '', endLng: null }).map(error => error.field)).toEqual([
      'name',
      'endLng',
    ])
  })

  test.each([0, -1, 'many', '-5', Number.NaN])('rejects a capacity of %s', maxCapacity => {
    expect(messages({ ...good, maxCapacity })).toEqual(['Max capacity must be a positive number'])
  })
})

const messageFor = (...place: Parameters<typeof coordinateMessage>) => {
  const message = coordinateMessage(...place)
  return message && i18n._(message)
}

describe('the multi-coordinate form', () => {
  const good = { name: 'Yard', points: [1, 2, 3], editing: false, maxCapacity: 50 }

  test('accepts valid input', () => {
    expect(multiCoordinateFormErrors(good)).toEqual([])
    expect(multiCoordinateFormErrors({ ...good, maxCapacity: 1_000 })).toEqual([])
  })

  test('reports everything that is missing, in the order of the specification', () => {
    const bad = { name: ' ', points: [1, 2], editing: true, maxCapacity: 1_001 }
    expect(inEnglish(multiCoordinateFormErrors(bad))).toEqual([
      { field: 'name', message: 'Zone name is required' },
      { field: 'points', message: 'At least 3 coordinates are required to create a zone' },
      { field: 'maxCapacity', message: 'Max capacity must be between 1 and 1000' },
    ])
    expect(inEnglish(multiCoordinateFormErrors({ ...good, editing: true }))).toEqual([
      { field: 'points', message: 'Please save or cancel the coordinate you are editing' },
    ])
    for (const maxCapacity of [0, 1_001, 2.5]) {
      expect(multiCoordinateFormErrors({ ...good, maxCapacity })).toHaveLength(1)
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
  const good = { signedIn: true, name: 'Yard', points: [1, 2, 3] }

  test('accepts valid input', () => {
    expect(interactiveFormErrors(good)).toEqual([])
    expect(interactiveFormErrors({ ...good, maxCapacity: 1 })).toEqual([])
  })

  test('reports everything that is missing, in the order of the specification', () => {
    const bad = { signedIn: true, name: '', points: [1, 2], maxCapacity: 0 }
    expect(inEnglish(interactiveFormErrors(bad))).toEqual([
      { field: 'name', message: 'Please enter a zone name' },
      { field: 'points', message: 'Please add at least 3 points to create a zone' },
      { field: 'maxCapacity', message: 'Capacity must be at least 1' },
    ])
    expect(inEnglish(interactiveFormErrors({ ...bad, signedIn: false }))).toEqual([
      { field: 'session', message: 'Please log in to create a zone' },
    ])
  })
})
