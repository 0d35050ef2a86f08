import { setTimeout as sleep } from 'node:timers/promises'
import { insideTestBox, testBox } from '@muster/server/src/testing/factories.ts'
import { type Attack, type Target, tally } from './attack.ts'
import { readCode, sendRequest } from './send-request.ts'

const ZONE_COUNT = 500
const FLOOD_MS = 8_000
/** Maximum zones that one person may create in a minute. */
const NEW_ZONES = 30

/**
 * One person in 500 zones tries to create 60 more at once. They then flood the device endpoint over 8 connections with readings
 * that count for all of their zones.
 */
export const floodChecks: Attack = {
  name: 'flood-checks',
  about: 'one person in 500 zones floods with readings that count for all',
  async prepare(target) {
    const flooder = await target.make.user({ role: 'client_admin' })
    await assignZones(target, flooder.id)
    return target => floodAs(flooder, target)
  },
}

async function floodAs({ token }: { token: string }, target: Target): Promise<string[]> {
  const { origin } = target
  const zoneErrors = await makeZones(target, token)
  const deadline = performance.now() + FLOOD_MS
  const codes: string[] = []
  const flood = Array.from({ length: 8 }, async (_, n) => {
    while (performance.now() < deadline) {
      // Every other request exceeds the limit for one batch.
      const body = { readings: Array.from({ length: n % 2 === 0 ? 3 : 500 }, takeReading) }
      const response = await sendRequest(`${origin}/ingest/positions`, { method: 'POST', token, body })
      codes.push(readCode(response))
      if (response.status !== 200) await sleep(20)
    }
  })
  await Promise.all(flood)
  const counts = tally(codes)
  const unexpectedCodes = [...counts.keys()].filter(
    it => !['200', 'BATCH_TOO_LARGE', 'TOO_MANY_REQUESTS'].includes(it),
  )
  if (unexpectedCodes.length > 0) zoneErrors.push(`batches were answered with ${unexpectedCodes.join(', ')}`)
  if (!counts.has('200')) zoneErrors.push('not one batch was taken')
  return zoneErrors
}

async function makeZones({ origin }: Target, token: string): Promise<string[]> {
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const body = { requestId: crypto.randomUUID(), name: `Glut ${n}`, shape: testBox }
      return sendRequest(`${origin}/api/zones`, { method: 'POST', token, body })
    }),
  )
  const counts = tally(responses.map(readCode))
  const createdCount = counts.get('201') ?? 0
  const unexpectedCodes = [...counts.keys()].filter(it => !['201', 'TOO_MANY_REQUESTS'].includes(it))
  return [
    ...(createdCount === 0 || createdCount > NEW_ZONES ? [`${createdCount} zones were created at once`] : []),
    ...(unexpectedCodes.length > 0 ? [`creating zones was answered with ${unexpectedCodes.join(', ')}`] : []),
  ]
}

async function assignZones({ db }: Target, userId: string): Promise<void> {
  const { start, end } = testBox
  await db.pool.query(
    `with made as (
       insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
       select 'Glut ' || n, 'rectangle', $2, $3, $4, $5 from generate_series(1, $6) n returning id
     ) insert into zone_assignments (user_id, zone_id, role) select $1, id, 'client_admin' from made`,
    [userId, start.lat, start.lng, end.lat, end.lng, ZONE_COUNT],
  )
}

let lastCapturedAt = Date.now() - 3_600_000
const takeReading = () => ({
  id: crypto.randomUUID(),
  ...insideTestBox,
  accuracyMeters: 5,
  capturedAt: new Date(lastCapturedAt++).toISOString(),
})
