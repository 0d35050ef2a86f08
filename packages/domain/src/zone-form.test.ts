import { describe, expect, test } from 'vitest'
import {
  coordinateMessage,
  fieldNumber,
  interactiveFormMessage,
  multiCoordinateFormMessage,
  rectangleFormErrors,
  rectangleFormMessage,
} from './zone-form.ts'

describe('a number field', () => {
  test('is a number only where one stands', () => {
    expect(['1.5', ' 7 ', 0, '-0.25', '1e2'].map(fieldNumber)).toEqual([1.5, 7, 0, -0.25, 100])
    expect(['', '  ', 'x', '1,5', null, undefined].map(fieldNumber)).toEqual(Array(6).fill(Number.NaN))
  })
})

describe('the rectangle form', () => {
  const good = { name: 'Gate 4', startLat: '28.62', startLng: 77.2, endLat: 28.61, endLng: '77.21' }

  test('passes a good one, with and without capacity', () => {
    expect(rectangleFormMessage(good)).toBeUndefined()
    expect(rectangleFormMessage({ ...good, maxCapacity: 1 })).toBeUndefined()
    expect(rectangleFormMessage({ ...good, maxCapacity: '' })).toBeUndefined()
    expect(
      rectangleFormMessage({ ...good, startLat: 0, startLng: '0', endLat: -90, endLng: 180 }),
    ).toBeUndefined()
  })

  test('joins all its messages with commas', () => {
    expect(
      rectangleFormMessage({
        name: ' ',
        startLat: '',
        startLng: 181,
        endLat: -91,
        endLng: 'x',
        maxCapacity: 0,
      }),
    ).toBe(
      'Zone name is required, Valid start latitude is required, Valid start longitude is required, ' +
        'Valid end latitude is required, Valid end longitude is required, Max capacity must be a positive number',
    )
  })

  test('says which field each message belongs to', () => {
    expect(rectangleFormErrors({ ...good, name: '', endLng: null }).map(error => error.field)).toEqual([
      'name',
      'endLng',
    ])
  })

  test.each([0, -1, 'many', '-5', Number.NaN])('refuses a capacity of %s', maxCapacity => {
    expect(rectangleFormMessage({ ...good, maxCapacity })).toBe('Max capacity must be a positive number')
  })
})

describe('the multi-coordinate form', () => {
  const good = { name: 'Yard', points: [1, 2, 3], editing: false, maxCapacity: 50 }

  test('passes a good one', () => {
    expect(multiCoordinateFormMessage(good)).toBeUndefined()
    expect(multiCoordinateFormMessage({ ...good, maxCapacity: 1_000 })).toBeUndefined()
  })

  test('names the first thing that is missing', () => {
    const bad = { name: ' ', points: [1, 2], editing: true, maxCapacity: 1_001 }
    expect(multiCoordinateFormMessage(bad)).toBe('Zone name is required')
    expect(multiCoordinateFormMessage({ ...bad, name: 'Yard' })).toBe(
      'At least 3 coordinates are required to create a zone',
    )
    expect(multiCoordinateFormMessage({ ...good, editing: true })).toBe(
      'Please save or cancel the coordinate you are editing',
    )
    for (const maxCapacity of [0, 1_001, 2.5]) {
      expect(multiCoordinateFormMessage({ ...good, maxCapacity })).toBe(
        'Max capacity must be between 1 and 1000',
      )
    }
  })

  test('checks a coordinate when it is added', () => {
    expect(coordinateMessage('90', -180)).toBeUndefined()
    expect(coordinateMessage('abc', 0)).toBe('Please enter valid coordinates')
    expect(coordinateMessage(0, '')).toBe('Please enter valid coordinates')
    expect(coordinateMessage(Number.POSITIVE_INFINITY, 0)).toBe('Please enter valid coordinates')
    expect(coordinateMessage(90.1, 200)).toBe('Latitude must be between -90 and 90')
    expect(coordinateMessage(-90.1, 0)).toBe('Latitude must be between -90 and 90')
    expect(coordinateMessage(0, 180.1)).toBe('Longitude must be between -180 and 180')
    expect(coordinateMessage(0, -180.1)).toBe('Longitude must be between -180 and 180')
  })
})

describe('the interactive creator', () => {
  const good = { signedIn: true, name: 'Yard', points: [1, 2, 3] }

  test('passes a good one', () => {
    expect(interactiveFormMessage(good)).toBeUndefined()
    expect(interactiveFormMessage({ ...good, maxCapacity: 1 })).toBeUndefined()
  })

  test('names the first thing that is missing', () => {
    const bad = { signedIn: false, name: '', points: [1, 2], maxCapacity: 0 }
    expect(interactiveFormMessage(bad)).toBe('Please log in to create a zone')
    expect(interactiveFormMessage({ ...bad, signedIn: true })).toBe('Please enter a zone name')
    expect(interactiveFormMessage({ ...bad, signedIn: true, name: 'Yard' })).toBe(
      'Please add at least 3 points to create a zone',
    )
    expect(interactiveFormMessage({ ...good, maxCapacity: 0 })).toBe('Capacity must be at least 1')
  })
})
