import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type BenchServer, startServer } from './checks/start-server.ts'
import { type FilledZone, fillZones } from './presence-read/fill.ts'
import { size } from './short-form.ts'
import { measureTimes, type Times } from './times.ts'
import { withDatabase } from './with-database.ts'

const SIZES = size(process.env.BENCH_MEMBERS ?? '100,10000,100000', '20,30')
  .split(',')
  .map(Number)
const HISTORY = size(Number(process.env.BENCH_HISTORY ?? 300_000), 100)

type Read = { readonly of: string; readonly path: string; readonly input: object }

/**
 * The requests made by a manager's screens for a zone: first pages, searches with few, many and no results, filtered lists, and
 * counts.
 */
const reads: readonly Read[] = [
  { of: 'firstPage', path: 'users/inZone', input: { limit: 50 } },
  { of: 'searchFew', path: 'users/inZone', input: { limit: 50, search: 'first7 last3' } },
  { of: 'searchAll', path: 'users/inZone', input: { limit: 50, search: 'last' } },
  { of: 'searchNone', path: 'users/inZone', input: { limit: 50, search: 'nobody' } },
  { of: 'inside', path: 'users/inZone', input: { limit: 50, presence: 'inside' } },
  { of: 'places', path: 'users/inZone', input: { limit: 50, list: 'places' } },
  { of: 'counts', path: 'users/counts', input: { list: 'people' } },
]

/**
 * Measures how long it takes to read the people in a zone through the whole server, one call after the other, in zones of several
 * sizes with a long history. The reference is a request to the same server that reads nothing.
 */
export function benchPresenceRead(): Promise<object[]> {
  return withDatabase(async ({ url, client, dir }) => {
    const startedAt = performance.now()
    const zones = await fillZones(client, SIZES, HISTORY)
    console.error(`Filled in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
    const server = await startServer(url, join(dir, 'server'))
    try {
      const lines: object[] = []
      for (const zone of zones) {
        const timesByRead: Record<string, Times> = {}
        for (const read of reads)
          timesByRead[read.of] = await measureTimes(() => callRead(server, zone, read))
        const echo = await measureTimes(() => post(server, '/ingest/echo', '', echoBody))
        const rssMb = Math.round((await server.stats()).rssBytes / 1_048_576)
        lines.push({
          bench: 'presence-read',
          members: zone.members,
          history: HISTORY,
          ms: timesByRead,
          echoMs: echo,
          rssMb,
        })
        console.error(JSON.stringify(lines.at(-1)))
      }
      return lines
    } finally {
      await server.stop()
    }
  })
}

let callCount = 0

function callRead(
  server: BenchServer,
  { zoneId, managers }: FilledZone,
  { path, input }: Read,
): Promise<void> {
  const manager = managers[callCount++ % managers.length] ?? ''
  return post(server, `/rpc/${path}`, manager, { json: { zoneId, ...input } })
}

async function post({ origin }: BenchServer, path: string, token: string, body: object): Promise<void> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${text}`)
}

const echoBody = {
  readings: [{ id: randomUUID(), lat: 28.6, lng: 77.2, capturedAt: new Date().toISOString() }],
}
