import { maxTrackers, type TrackerApp, type UnusedReason } from '@muster/domain/tracker.ts'
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendError } from '../../app/http-errors.ts'
import { insideTestBox, outsideTestBox, type TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { registerTrackerRoutes } from './tracker-doors.ts'

const muster = testServices()
const { user } = testWorld(muster, { user: { in: 'app_user', entered: false } })
let app: FastifyInstance
let token: string

beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  const { presence, caches, concurrency } = muster.services
  const { trackers } = caches
  registerTrackerRoutes(app, { ...presence, trackers, concurrency })
  await muster.services.reader.start()
})
afterAll(() => app.close())
beforeEach(async () => {
  token = (await createTracker(user, { name: 'Phone', app: 'owntracks' })).token
})

const createTracker = (person: TestUser, tracker: { name: string; app: TrackerApp }) =>
  muster.call(person).trackers.create({ ...tracker, requestId: crypto.randomUUID() })
const createBasicHeaders = (password: string) => ({
  authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}`,
})
const post = (
  url: string,
  payload: object | string,
  headers: Record<string, string>,
  type = 'application/json',
) => app.inject({ method: 'POST', url, payload, headers: { 'content-type': type, ...headers } })
const createTimestamp = () => Math.floor(Date.now() / 1000) - 60
const createLocation = (at: { lat: number; lng: number }, overrides: object = {}) => ({
  _type: 'location',
  lat: at.lat,
  lon: at.lng,
  acc: 5,
  tst: createTimestamp(),
  ...overrides,
})
const listChecks = async (person: TestUser) =>
  (
    await muster.db.pool.query('select zone_id, inside, source from position_checks where user_id = $1', [
      person.id,
    ])
  ).rows
const expectedChecks = [{ zone_id: expect.any(String), inside: true, source: 'device' }]

describe("a position updates the owner's presence when sent by", () => {
  const { lat, lng } = insideTestBox
  const appRequests: [string, () => InjectOptions, string][] = [
    [
      'OwnTracks',
      () => ({
        method: 'POST',
        url: '/ingest/owntracks',
        payload: createLocation(insideTestBox),
        headers: createBasicHeaders(token),
      }),
      '[]',
    ],
    [
      'OsmAnd by query',
      () => ({
        method: 'GET',
        url: `/ingest/osmand?id=${token}&lat=${lat}&lon=${lng}&timestamp=${createTimestamp()}&accuracy=5`,
      }),
      '',
    ],
    [
      'an old Traccar Client by form',
      () => ({
        method: 'POST',
        url: '/ingest/osmand',
        payload: new URLSearchParams({
          id: token,
          lat: `${lat}`,
          lon: `${lng}`,
          timestamp: `${createTimestamp()}`,
          accuracy: '5',
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      '',
    ],
    [
      'Traccar Client 9',
      () => ({
        method: 'POST',
        url: '/ingest/osmand',
        payload: {
          device_id: token,
          location: {
            timestamp: new Date(createTimestamp() * 1000).toISOString(),
            coords: { latitude: lat, longitude: lng, accuracy: 5 },
          },
        },
      }),
      '',
    ],
    [
      'Overland',
      () => ({
        method: 'POST',
        url: '/ingest/overland',
        headers: { authorization: `Bearer ${token}` },
        payload: {
          locations: [
            {
              type: 'Feature',
              geometry: { type: 'Point', coordinates: [lng, lat] },
              properties: {
                timestamp: new Date(createTimestamp() * 1000).toISOString(),
                horizontal_accuracy: 5,
              },
            },
          ],
        },
      }),
      '{"result":"ok"}',
    ],
  ]
  test.each(appRequests)('%s', async (_app, createRequest, expectedAnswer) => {
    const request = createRequest()
    const response = await app.inject(request)
    expect([response.statusCode, response.body]).toEqual([200, expectedAnswer])
    expect(await listChecks(user)).toEqual(expectedChecks)
    // The app resends the message, as after a lost response.
    expect((await app.inject(request)).statusCode).toBe(200)
    expect(await listChecks(user)).toHaveLength(1)
  })
})

test('empty messages and unused types are acknowledged as the app expects', async () => {
  for (const payload of [
    '',
    JSON.stringify({ _type: 'lwt', tst: createTimestamp() }),
    JSON.stringify({ _type: 'waypoint', desc: 'x', lat: 1, lon: 2, rad: 50, tst: createTimestamp() }),
  ]) {
    const response = await post('/ingest/owntracks', payload, createBasicHeaders(token))
    expect([response.statusCode, response.body]).toEqual([200, '[]'])
  }
  expect(await listChecks(user)).toEqual([])
})

describe('an unusable message', () => {
  const { lat, lng } = insideTestBox
  const oldTimestamp = Date.parse('2010-01-01T00:00:00Z')
  const daysFromNow = (days: number) => Date.now() + days * 86_400_000
  const postOwnTracks = (payload: object | string) => () =>
    post('/ingest/owntracks', payload, createBasicHeaders(token))
  /** Sends a message like Traccar Client 8 or earlier: everything in the query, and an empty body. */
  const sendTraccar8 = (overrides: Record<string, string>) => () =>
    app.inject({
      method: 'POST',
      url: `/ingest/osmand?${new URLSearchParams({ id: token, timestamp: `${createTimestamp()}`, lat: `${lat}`, lon: `${lng}`, speed: '0.0', bearing: '0.0', altitude: '0.0', accuracy: '5.0', batt: '87.0', ...overrides })}`,
    })
  const sendTraccar9 =
    (coords: object, at = Date.now() - 60_000) =>
    () =>
      app.inject({
        method: 'POST',
        url: '/ingest/osmand',
        payload: {
          location: { timestamp: new Date(at).toISOString(), coords, is_moving: true, event: 'motionchange' },
          device_id: token,
        },
      })
  const createOverlandLocation = (horizontal_accuracy: number, at = Date.now() - 60_000) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      timestamp: new Date(at).toISOString(),
      horizontal_accuracy,
      vertical_accuracy: -1,
      motion: [],
    },
  })
  const postOverlandBatch =
    (...locations: object[]) =>
    () =>
      post('/ingest/overland', { locations }, { authorization: `Bearer ${token}` })
  const readLastUnused = async () => (await muster.call(user).trackers.list()).trackers[0]?.lastUnused

  test.each<[string, () => Promise<LightMyRequestResponse>, UnusedReason, unknown]>([
    [
      'OwnTracks without a fix',
      postOwnTracks(createLocation(insideTestBox, { acc: -1 })),
      'accuracy_invalid',
      '[]',
    ],
    [
      'OwnTracks by a cell far away',
      postOwnTracks(createLocation(insideTestBox, { acc: 150_000 })),
      'too_inaccurate',
      '[]',
    ],
    [
      'OwnTracks off the earth',
      postOwnTracks(createLocation(insideTestBox, { lat: 99.999 })),
      'no_position',
      '[]',
    ],
    [
      'OwnTracks without a place',
      postOwnTracks({ _type: 'location', acc: 5, tst: createTimestamp() }),
      'no_position',
      '[]',
    ],
    ['OwnTracks at 0, 0', postOwnTracks(createLocation({ lat: 0, lng: 0 }, { acc: 0 })), 'no_position', '[]'],
    [
      'OwnTracks without a time',
      postOwnTracks({ ...createLocation(insideTestBox), tst: null }),
      'no_time',
      '[]',
    ],
    ['OwnTracks with a key', postOwnTracks({ _type: 'encrypted', data: 'x' }), 'encrypted', '[]'],
    [
      'a number that is no JSON',
      postOwnTracks(`{"_type":"location","lat":NaN,"lon":${lng},"tst":${createTimestamp()}}`),
      'unreadable',
      '[]',
    ],
    ['no JSON at all', postOwnTracks('hello'), 'unreadable', '[]'],
    [
      'OwnTracks after years in a drawer',
      postOwnTracks(createLocation(insideTestBox, { tst: oldTimestamp / 1000 })),
      'too_old',
      '[]',
    ],
    [
      'OwnTracks with a clock ahead',
      postOwnTracks(createLocation(insideTestBox, { tst: Math.round(daysFromNow(3) / 1000) })),
      'in_future',
      '[]',
    ],
    ['Traccar Client 8 without a fix', sendTraccar8({ accuracy: '-1.0' }), 'accuracy_invalid', ''],
    ['Traccar Client 8 with NaN', sendTraccar8({ lat: 'NaN', lon: 'NaN' }), 'no_position', ''],
    ['Traccar Client 8 with Infinity', sendTraccar8({ accuracy: 'Infinity' }), 'accuracy_invalid', ''],
    ['Traccar Client 8 after years', sendTraccar8({ timestamp: String(oldTimestamp / 1000) }), 'too_old', ''],
    ['OsmAnd by a cell far away', sendTraccar8({ accuracy: '150000' }), 'too_inaccurate', ''],
    ['OsmAnd with what it calls invalid', sendTraccar8({ valid: 'false' }), 'no_position', ''],
    [
      'Traccar Client 9 without a fix',
      sendTraccar9({ latitude: lat, longitude: lng, accuracy: -1 }),
      'accuracy_invalid',
      '',
    ],
    ['Traccar Client 9 without a place', sendTraccar9({ accuracy: 5 }), 'no_position', ''],
    [
      'Traccar Client 9 with a clock ahead',
      sendTraccar9({ latitude: lat, longitude: lng, accuracy: 5 }, daysFromNow(3)),
      'in_future',
      '',
    ],
    ['a body cut short', () => post(`/ingest/osmand?id=${token}`, '{"location":{', {}), 'unreadable', ''],
    [
      'Overland without a fix',
      postOverlandBatch(createOverlandLocation(-1)),
      'accuracy_invalid',
      { result: 'ok', refused: [{ at: 0 }] },
    ],
    [
      'Overland after years in a drawer',
      postOverlandBatch(createOverlandLocation(5, oldTimestamp)),
      'too_old',
      { result: 'ok' },
    ],
  ])('is acknowledged, so that the app does not resend it: %s', async (_what, send, reason, answer) => {
    const response = await send()
    expect(response.statusCode).toBe(200)
    if (typeof answer === 'string') expect(response.body).toBe(answer)
    else expect(response.json()).toMatchObject(answer as object)
    expect(await listChecks(user)).toEqual([])
    expect(await readLastUnused()).toEqual({ reason, at: expect.any(String), laterUsed: false })
  })

  test('does not affect the valid items beside it, and the owner sees that some were used', async () => {
    const mixedResponse = await postOwnTracks([
      createLocation(insideTestBox),
      createLocation(insideTestBox, { lat: 91 }),
    ])()
    expect([mixedResponse.statusCode, mixedResponse.body]).toEqual([200, '[]'])
    expect(await listChecks(user)).toEqual(expectedChecks)
    expect(await readLastUnused()).toMatchObject({ reason: 'no_position', laterUsed: true })
  })

  test('is not caused by a missing or invalid altitude, speed or course', async () => {
    const invalidFields = { alt: -1, vac: -1, vel: -1, cog: -1, batt: -100, acc: null }
    expect((await postOwnTracks(createLocation(insideTestBox, invalidFields))()).statusCode).toBe(200)
    expect(
      (
        await sendTraccar8({
          altitude: 'NaN',
          timestamp: `${createTimestamp() - 10}`,
          speed: '-1',
          bearing: 'Infinity',
          accuracy: '',
        })()
      ).statusCode,
    ).toBe(200)
    expect(await listChecks(user)).toHaveLength(2)
    expect(await readLastUnused()).toBeNull()
  })

  test('is stored once if repeated, and so is a later use', async () => {
    const countWrites = async () => {
      const { rows } = await muster.db.pool.query(
        "select count(*)::int as n from feed_events where topic = $1 and kind = 'tracker.changed'",
        [`user:${user.id}`],
      )
      return rows[0].n
    }
    const writeCountBefore = await countWrites()
    for (let n = 0; n < 20; n++) await postOwnTracks(createLocation(insideTestBox, { acc: -1 }))()
    expect(await countWrites()).toBe(writeCountBefore + 1)
    for (let n = 0; n < 5; n++) await postOwnTracks(createLocation(insideTestBox, { acc: n + 1 }))()
    expect(await countWrites()).toBe(writeCountBefore + 2)
    expect(await readLastUnused()).toMatchObject({ reason: 'accuracy_invalid', laterUsed: true })
    // A failure is stored again after half a minute.
    await muster.db.pool.query(
      "update trackers set unused_at = now() - interval '31 seconds' where user_id = $1",
      [user.id],
    )
    muster.services.caches.trackers.forgetAbout(user.id)
    await postOwnTracks({ _type: 'encrypted', data: 'x' })()
    expect(await readLastUnused()).toMatchObject({ reason: 'encrypted', laterUsed: false })
  })

  test('is rejected for Overland, so that the app keeps its positions, and the owner sees why', async () => {
    const bearer = { authorization: `Bearer ${token}` }
    for (const brokenPayload of ['{', '{"locations":"none"}', '']) {
      const response = await post('/ingest/overland', brokenPayload, bearer)
      expect([response.statusCode, response.json().code]).toEqual([400, 'TRACKER_MESSAGE_INVALID'])
    }
    expect(await readLastUnused()).toMatchObject({ reason: 'unreadable' })
  })

  test('is refused from an unknown sender, like any other message', async () => {
    expect((await post('/ingest/owntracks', '{', createBasicHeaders('made-up'))).statusCode).toBe(401)
    expect((await post('/ingest/overland', '{', { authorization: 'Bearer made-up' })).statusCode).toBe(401)
    for (const url of ['/ingest/osmand', '/ingest/osmand?id=made-up'])
      expect((await post(url, '{', {})).statusCode).toBe(401)
  })
})

describe('bodies are parsed by their content', () => {
  const createMessage = () => JSON.stringify(createLocation(insideTestBox))
  test.each<[string, () => InjectOptions]>([
    [
      'JSON as text',
      () => ({
        url: '/ingest/owntracks',
        headers: { ...createBasicHeaders(token), 'content-type': 'text/plain' },
        payload: createMessage(),
      }),
    ],
    [
      'JSON as a form, as `curl --data` of the OwnTracks booklet sends it',
      () => ({
        url: '/ingest/owntracks?u=jane&d=phone',
        headers: { ...createBasicHeaders(token), 'content-type': 'application/x-www-form-urlencoded' },
        payload: createMessage(),
      }),
    ],
    [
      'JSON of no type',
      () => ({ url: '/ingest/owntracks', headers: createBasicHeaders(token), payload: createMessage() }),
    ],
    [
      'a form of no type, as GPSLogger posts it',
      () => ({
        url: `/ingest/osmand?id=${token}`,
        payload: `lat=${insideTestBox.lat}&lon=${insideTestBox.lng}&timestamp=${createTimestamp()}&accuracy=5`,
      }),
    ],
    [
      'the token in a form of no type',
      () => ({
        url: '/ingest/osmand',
        payload: `id=${token}&lat=${insideTestBox.lat}&lon=${insideTestBox.lng}&timestamp=${createTimestamp()}&accuracy=5`,
      }),
    ],
  ])('%s', async (_what, request) => {
    expect((await app.inject({ method: 'POST', ...request() })).statusCode).toBe(200)
    expect(await listChecks(user)).toEqual(expectedChecks)
  })
})

describe('the rate limit', () => {
  /** Runs `work` against endpoints whose rate limiter demands this wait (ms); also returns the points spent. */
  async function runRateLimited<T>(wait: number, work: (doors: FastifyInstance) => Promise<T>) {
    const testApp = Fastify()
    testApp.setErrorHandler(sendError)
    const { presence, caches, concurrency } = muster.services
    const { trackers } = caches
    let spentPoints = 0
    const spendPoints = (_key: string, cost: number) => {
      spentPoints += cost
      return 0
    }
    registerTrackerRoutes(testApp, {
      ...presence,
      rate: { consume: spendPoints, wait: () => wait },
      trackers,
      concurrency,
    })
    const result = await work(testApp)
    await testApp.close()
    return { done: result, spent: spentPoints }
  }

  test.each([
    ['hold nothing', { _type: 'lwt' }, 1],
    ['hold what is no position', createLocation({ lat: 91, lng: 0 }), 5],
    ['are long', { _type: 'lwt', filling: 'x'.repeat(100_000) }, 49],
  ])('also counts messages that %s', async (_what, payload, cost) => {
    const { spent } = await runRateLimited(0, testApp =>
      testApp.inject({
        method: 'POST',
        url: '/ingest/owntracks',
        headers: createBasicHeaders(token),
        payload,
      }),
    )
    expect(spent).toBe(cost)
  })

  test('refuses requests that would wait too long, whatever app sends them', async () => {
    const { done, spent } = await runRateLimited(3_000, testApp =>
      Promise.all([
        testApp.inject({ method: 'POST', url: '/ingest/owntracks', headers: createBasicHeaders(token) }),
        testApp.inject(`/ingest/osmand?id=${token}`),
      ]),
    )
    expect(done.map(it => it.statusCode)).toEqual([429, 429])
    expect(spent).toBe(0)
  })
})

describe('the sender', () => {
  test('is unknown with an unknown token, with none, or with a session token', async () => {
    for (const headers of [
      createBasicHeaders('made-up'),
      {},
      { authorization: `Bearer ${user.token}` },
      { authorization: 'Basic =' },
    ])
      expect(
        (await post('/ingest/owntracks', createLocation(insideTestBox), headers as Record<string, string>))
          .statusCode,
      ).toBe(401)
    expect((await app.inject({ method: 'GET', url: '/ingest/osmand?lat=1&lon=2' })).statusCode).toBe(401)
    expect(await listChecks(user)).toEqual([])
  })

  test('is refused immediately after the tracker is revoked or its owner suspended', async () => {
    expect(
      (await post('/ingest/owntracks', createLocation(insideTestBox), createBasicHeaders(token))).statusCode,
    ).toBe(200)
    const { trackers } = await muster.call(user).trackers.list()
    const [{ id } = { id: '' }] = trackers
    expect(trackers).toMatchObject([{ name: 'Phone', app: 'owntracks', lastUsedAt: expect.any(String) }])
    await muster.call(user).trackers.revoke({ trackerId: id })
    await expectRefused(token)

    const otherToken = (await createTracker(user, { name: 'Other', app: 'other' })).token
    expect(
      (await post('/ingest/owntracks', createLocation(outsideTestBox), createBasicHeaders(otherToken)))
        .statusCode,
    ).toBe(200)
    await muster.db.pool.query("update user_profiles set status = 'suspended' where id = $1", [user.id])
    await expectRefused(otherToken)
  })

  /** Waits until this node has received the change from the feed and refuses the token. */
  const expectRefused = (refusedToken: string) =>
    expect
      .poll(
        async () =>
          (await post('/ingest/owntracks', { _type: 'lwt' }, createBasicHeaders(refusedToken))).statusCode,
        {
          interval: 20,
          timeout: 5_000,
        },
      )
      .toBe(401)

  test('has trackers that others cannot see or revoke', async () => {
    const stranger = await muster.make.user()
    const { trackers } = await muster.call(user).trackers.list()
    expect(await muster.call(stranger).trackers.list()).toEqual({ trackers: [] })
    await expect(
      muster.call(stranger).trackers.revoke({ trackerId: trackers[0]?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // Nobody can read token hashes, not even their own.
    const actor = { userId: user.id, sessionId: user.sessionId }
    await expect(
      muster.db.asActor(actor, tx => tx.selectFrom('trackers').select('token_hash').execute()),
    ).rejects.toThrow('permission denied')
  })

  test('has a limited number of trackers, even if requests are concurrent', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: maxTrackers + 2 }, (_, n) =>
        createTracker(user, { name: `Phone ${n}`, app: 'other' }),
      ),
    )
    expect(results.filter(it => it.status === 'rejected').map(it => it.reason.code)).toEqual(
      Array(3).fill('TRACKERS_FULL'),
    )
    const { rows } = await muster.db.pool.query(
      "select count(*)::int as n from security_events where actor_id = $1 and event_type = 'user_action_tracker_added'",
      [user.id],
    )
    expect(rows).toEqual([{ n: maxTrackers }])
  })
  describe('a request repeated after a lost response', () => {
    const createInput = () => ({ name: 'Watch', app: 'osmand' as const, requestId: crypto.randomUUID() })
    const addTracker = (tracker: ReturnType<typeof createInput>) => muster.call(user).trackers.create(tracker)
    const readStatus = async (trackerToken: string) =>
      (await post('/ingest/owntracks', { _type: 'lwt' }, createBasicHeaders(trackerToken))).statusCode

    test('adds no second tracker, and only the latest token is valid', async () => {
      const trackerInput = createInput()
      const firstResponse = await addTracker(trackerInput)
      const repeatedResponse = await addTracker(trackerInput)
      expect(repeatedResponse.tracker).toEqual(firstResponse.tracker)
      expect((await muster.call(user).trackers.list()).trackers.map(it => it.name)).toEqual([
        'Watch',
        'Phone',
      ])
      expect([await readStatus(firstResponse.token), await readStatus(repeatedResponse.token)]).toEqual([
        401, 200,
      ])
    })

    test('adds one tracker if sent concurrently', async () => {
      const trackerInput = createInput()
      const responses = await Promise.all(Array.from({ length: 4 }, () => addTracker(trackerInput)))
      expect(new Set(responses.map(it => it.tracker.id)).size).toBe(1)
      const statuses = await Promise.all(responses.map(it => readStatus(it.token)))
      expect(statuses.sort()).toEqual([200, 401, 401, 401])
    })

    test('returns its tracker even if the limit has been reached', async () => {
      const trackerInput = createInput()
      const { id } = (await addTracker(trackerInput)).tracker
      for (let count = 2; count < maxTrackers; count++) await addTracker(createInput())
      expect((await addTracker(trackerInput)).tracker.id).toBe(id)
      await expect(addTracker(createInput())).rejects.toMatchObject({ code: 'TRACKERS_FULL' })
    })

    test('is refused with different content, or after its token was used, and keeps the current token', async () => {
      const trackerInput = createInput()
      const addedTracker = await addTracker(trackerInput)
      const refusal = { code: 'REQUEST_ID_TAKEN' }
      await expect(addTracker({ ...trackerInput, name: 'Ring' })).rejects.toMatchObject(refusal)
      await expect(addTracker({ ...trackerInput, app: 'other' as 'osmand' })).rejects.toMatchObject(refusal)
      expect(await readStatus(addedTracker.token)).toBe(200)
      await expect(addTracker(trackerInput)).rejects.toMatchObject(refusal)
      expect(await readStatus(addedTracker.token)).toBe(200)
    })

    test('is a different request when somebody else sends it', async () => {
      const trackerInput = createInput()
      const { token: ownToken } = await addTracker(trackerInput)
      const stranger = await muster.make.user()
      await muster.call(stranger).trackers.create(trackerInput)
      expect(await readStatus(ownToken)).toBe(200)
    })
  })
})
