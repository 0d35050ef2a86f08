import { describe, expect, it } from 'vitest'
import {
  isTraccarJson,
  readOsmAnd,
  readOsmAndFields,
  readOsmAndToken,
  readTraccarJson,
} from './read-osmand.ts'
import { readOverland } from './read-overland.ts'
import { readOwnTracks } from './read-owntracks.ts'
import { createCheckId } from './tracker-reading.ts'

const emptyMessage = { readings: [], wrong: [] }
const now = Date.parse('2026-11-21T09:41:00.000Z')

describe('OwnTracks', () => {
  it('reads a location as the iOS app sends it', () => {
    const message = {
      _type: 'location',
      tid: 'JJ',
      acc: 16,
      alt: 154,
      batt: 53,
      conn: 'm',
      cog: 10,
      lat: 52.5,
      lon: 13.4,
      tst: 1_700_000_000,
      vac: 4,
      vel: 54,
      t: 'u',
      topic: 'owntracks/jane/phone',
      created_at: 1_700_000_003,
    }
    expect(readOwnTracks(message)).toEqual({
      readings: [{ lat: 52.5, lng: 13.4, accuracyMeters: 16, capturedAt: '2023-11-14T22:13:20.000Z' }],
      wrong: [],
    })
  })

  it("reads a transition as the phone's position", () => {
    const message = {
      _type: 'transition',
      wtst: 1_600_000_000,
      lat: 1,
      lon: 2,
      tst: 1_700_000_000,
      acc: 0,
      event: 'enter',
      desc: 'Depot',
    }
    expect(readOwnTracks(message).readings).toEqual([
      { lat: 1, lng: 2, accuracyMeters: null, capturedAt: '2023-11-14T22:13:20.000Z' },
    ])
  })

  it.each([
    ['a waypoint', { _type: 'waypoint', desc: 'Home', lat: 1, lon: 2, rad: 100, tst: 1_700_000_000 }],
    ['a farewell', { _type: 'lwt', tst: 1_700_000_000 }],
    ['a type nobody knows yet', { _type: 'dream' }],
    [
      'a beacon one came to',
      { _type: 'transition', event: 'enter', desc: 'Dock', t: 'b', acc: 0, tst: 1_700_000_000 },
    ],
    ['what the phone tells of its settings', { _type: 'status', iOS: { locale: 'de_DE' } }],
    ['an empty list', []],
    ['nothing', undefined],
  ])('acknowledges %s', (_what, message) => expect(readOwnTracks(message)).toEqual(emptyMessage))

  it('reports unusable items of a list by their index, and reads the others', () => {
    const validLocation = { _type: 'location', lat: 1, lon: 2, tst: 1_700_000_000 }
    const { readings, wrong } = readOwnTracks([
      validLocation,
      { ...validLocation, lat: 91 },
      { _type: 'encrypted', data: 'x' },
      7,
      validLocation,
    ])
    expect(readings).toHaveLength(2)
    expect(wrong).toEqual([
      { at: 1, reason: 'lat: Latitude must be between -90 and 90', code: 'no_position' },
      {
        at: 2,
        reason: 'message: Encrypted messages cannot be read here: empty the encryption key in the app',
        code: 'encrypted',
      },
      { at: 3, reason: '_type: missing', code: 'unreadable' },
    ])
  })
})

describe('OsmAnd and Traccar Client', () => {
  it.each([
    ['milliseconds', '1609459200000'],
    ['seconds', '1609459200'],
    ['ISO 8601', '2021-01-01T00:00:00Z'],
    ['words with a space', '2021-01-01 00:00:00'],
  ])('reads a query with the time in %s', (_form, timestamp) => {
    const query = {
      id: 'x',
      lat: '48.8566',
      lon: '2.3522',
      timestamp,
      speed: '15',
      bearing: '270',
      accuracy: '10',
      hdop: '0.8',
    }
    expect(readOsmAndFields(query, now).readings).toEqual([
      { lat: 48.8566, lng: 2.3522, accuracyMeters: 10, capturedAt: '2021-01-01T00:00:00.000Z' },
    ])
  })

  it('uses the current time if the message has none, and accepts the position in a single field', () => {
    expect(readOsmAndFields({ id: 'x', location: '1.5,2.5' }, now).readings).toEqual([
      { lat: 1.5, lng: 2.5, accuracyMeters: null, capturedAt: '2026-11-21T09:41:00.000Z' },
    ])
  })

  it('ignores a position that the device marks as invalid, and acknowledges a message without a position', () => {
    expect(readOsmAndFields({ id: 'x', lat: '1', lon: '2', valid: 'false' }, now)).toEqual({
      readings: [],
      wrong: [{ at: 0, reason: 'valid: false', code: 'no_position' }],
    })
    expect(readOsmAndFields({ id: 'x', batt: '50' }, now)).toEqual(emptyMessage)
    expect(readTraccarJson({})).toEqual(emptyMessage)
  })

  it.each([
    [{ lat: 'NaN', lon: '2' }, 'no_position', 'lat: Invalid input: expected number, received NaN'],
    [{ lat: '0x10', lon: '2' }, 'no_position', 'lat: Invalid input: expected number, received NaN'],
    [{ lat: '1', lon: '181' }, 'no_position', 'lon: Longitude must be between -180 and 180'],
    [{ lat: '1' }, 'no_position', 'lon: Invalid input: expected number, received NaN'],
    [{ lat: '0.0', lon: '0.0', accuracy: '0.0' }, 'no_position', 'Latitude and longitude are both 0'],
    [{ lat: '1', lon: '2', timestamp: '99999999999999999999' }, 'no_time', 'timestamp: No time'],
    [{ lat: '1', lon: '2', timestamp: 'yesterday' }, 'no_time', 'timestamp: No time'],
    [
      { lat: '1', lon: '2', accuracy: '-1.0' },
      'accuracy_invalid',
      'accuracy: Too small: expected number to be >=0',
    ],
    [
      { lat: '1', lon: '2', accuracy: 'Infinity' },
      'accuracy_invalid',
      'accuracy: Invalid input: expected number, received NaN',
    ],
    [
      { lat: '1', lon: '2', accuracy: '150000' },
      'too_inaccurate',
      'accuracy: Too big: expected number to be <=100000',
    ],
  ])('rejects %o as %s: %s', (query, code, reason) =>
    expect(readOsmAndFields(query, now)).toEqual({ readings: [], wrong: [{ at: 0, reason, code }] }),
  )

  it('treats a field without a value as missing', () => {
    const message = { lat: '1', lon: '2', accuracy: '', timestamp: '', altitude: '' }
    expect(readOsmAndFields(message, now).readings).toEqual([
      { lat: 1, lng: 2, accuracyMeters: null, capturedAt: '2026-11-21T09:41:00.000Z' },
    ])
  })

  it('accepts 0, 0 as a position if it comes with an accuracy', () => {
    expect(readOsmAndFields({ lat: '0', lon: '0', accuracy: '4' }, now).readings).toHaveLength(1)
  })

  it('prefers the query if a position is split between query and body', () => {
    const body = { lat: '1', lon: '2' }
    const read = (query: object) => readOsmAnd(query, body, now).readings.map(({ lat, lng }) => [lat, lng])
    expect([read({ id: 'token' }), read({ id: 'token', lon: '3' })]).toEqual([[[1, 2]], [[1, 3]]])
  })

  it('uses the last value of a repeated field, and reads numbers as text', () => {
    const read = (message: object) =>
      readOsmAndFields(message, now).readings.map(({ lat, lng }) => [lat, lng])
    expect(read({ lat: ['1', '2'], lon: 3, valid: ['true', '1'] })).toEqual([[2, 3]])
    expect(read({ lat: '1', lon: '2', valid: 0 })).toEqual([])
    expect(read({ location: ['1,2', '3,4'] })).toEqual([[3, 4]])
    expect(readOsmAndToken({ id: ['a', 'token'] })).toBe('token')
  })

  it.each([5, null, true, [], {}, [{}]])('ignores a value of %j', invalidValue => {
    expect(
      readOsmAndFields(
        { id: 'x', valid: invalidValue, location: invalidValue, lat: invalidValue, lon: invalidValue },
        now,
      ),
    ).toMatchObject({
      readings: invalidValue === 5 ? [{ lat: 5, lng: 5 }] : [],
    })
    expect(isTraccarJson({ location: invalidValue })).toBe(
      typeof invalidValue === 'object' && !!invalidValue && !Array.isArray(invalidValue),
    )
  })

  it('reads the JSON of Traccar Client 9', () => {
    const message = {
      location: {
        timestamp: '2026-11-21T09:40:00.000Z',
        coords: { latitude: 1.25, longitude: 2.5, accuracy: 8.5, speed: 0, heading: -1, altitude: 3 },
        is_moving: false,
        odometer: 12,
        event: 'motionchange',
        battery: { level: 1, is_charging: false },
        activity: { type: 'still' },
        extras: {},
      },
      device_id: 'token',
    }
    expect(readTraccarJson(message).readings).toEqual([
      { lat: 1.25, lng: 2.5, accuracyMeters: 8.5, capturedAt: '2026-11-21T09:40:00.000Z' },
    ])
    expect(readOsmAndToken(message)).toBe('token')
  })

  it.each([
    ['true', true],
    ['false', undefined],
    ['', undefined],
  ])('reads "%s" in the field for mock positions', (mockText, flag) => {
    const [reading] = readOsmAndFields({ lat: '1', lon: '2', mock: mockText }, now).readings
    expect(reading?.mock).toBe(flag)
  })

  // The location library of Traccar Client 9 sends this field on Android and on iOS 15 or later; genuine positions do not have it.
  it('recognises a position that the app marks as mock', () => {
    const timestamp = '2026-11-21T09:40:00.000Z'
    const location = { timestamp, coords: { latitude: 1, longitude: 2, accuracy: 8.5 } }
    const readMock = (message: object) => readTraccarJson({ location: message }).readings[0]?.mock
    expect(readMock({ ...location, mock: true })).toBe(true)
    expect(readMock(location)).toBeUndefined()
    expect(readOsmAndFields({ lat: 1, lon: 2, mock: true }, now).readings[0]?.mock).toBe(true)
  })
})

describe('Overland', () => {
  const createFeature = (overrides: object = {}) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-122.030581, 37.3318] },
    properties: {
      timestamp: '2015-10-01T08:00:00-0700',
      altitude: 0,
      speed: 4,
      horizontal_accuracy: 30,
      vertical_accuracy: -1,
      motion: ['driving', 'stationary'],
      battery_state: 'charging',
      battery_level: 0.89,
      device_id: '',
      wifi: '',
      ...overrides,
    },
  })

  it('reads a batch, longitude first, with an offset without a colon', () => {
    expect(readOverland({ locations: [createFeature()], trip: {} })).toEqual({
      readings: [
        { lat: 37.3318, lng: -122.030581, accuracyMeters: 30, capturedAt: '2015-10-01T15:00:00.000Z' },
      ],
      wrong: [],
    })
  })

  it("acknowledges the app's own notes, and rejects positions with a negative accuracy", () => {
    const { readings, wrong } = readOverland({
      locations: [
        createFeature({ action: 'visit' }),
        createFeature({ horizontal_accuracy: -1 }),
        createFeature(),
      ],
    })
    expect(readings).toHaveLength(1)
    expect(wrong).toEqual([
      {
        at: 1,
        reason: 'properties.horizontal_accuracy: Too small: expected number to be >=0',
        code: 'accuracy_invalid',
      },
    ])
  })

  it.each([undefined, [], { locations: 'none' }, { locations: Array.from({ length: 1_001 }, () => 0) }])(
    'rejects a body that is not a batch as a whole',
    body => expect(readOverland(body)).toMatchObject({ readings: [], wrong: [{ at: 0 }] }),
  )
})

it('the same position of a tracker always gets the same id, and different positions get different ids', () => {
  const tracker = '019aa000-0000-7000-8000-000000000001'
  const at = { lat: 1, lng: 2, accuracyMeters: null, capturedAt: '2026-11-21T09:40:00.000Z' }
  expect(createCheckId(tracker, { ...at })).toBe(createCheckId(tracker, at))
  expect(createCheckId(tracker, { ...at, lat: 1.0001 })).not.toBe(createCheckId(tracker, at))
  expect(createCheckId('019aa000-0000-7000-8000-000000000002', at)).not.toBe(createCheckId(tracker, at))
})
