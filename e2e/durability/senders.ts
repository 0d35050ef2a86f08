import type { CheckAnswer } from '@muster/contract/presence.ts'
import type { Database } from '@muster/server/src/db/database.ts'
import { createFactories, insideTestBox, outsideTestBox } from '@muster/server/src/testing/factories.ts'

type Reading = { id: string; lat: number; lng: number; accuracyMeters: number; capturedAt: string }

export type Sender = {
  readonly token: string
  readonly zoneId: string
  /** Readings not acknowledged yet, kept for the next attempt as in a phone's outbox. */
  outbox: Reading[]
  /** The verdicts of all acknowledged checks, by check id. */
  readonly acknowledged: Map<string, CheckAnswer>
  lastCapturedAt: number
}

/** Creates people with a session each, in new zones, so that nobody else changes the figures being compared. */
export async function makeSenders(db: Database, size: { senders: number; zones: number }): Promise<Sender[]> {
  const make = createFactories(db)
  const zones = await Promise.all(Array.from({ length: size.zones }, () => make.zone()))
  return Promise.all(
    Array.from({ length: size.senders }, async (_, n) => {
      const zone = zones[n % zones.length]
      if (!zone) throw new Error('No zone')
      const user = await make.user()
      await make.assign(user, zone)
      const { token } = user
      return { token, zoneId: zone.id, outbox: [], acknowledged: new Map(), lastCapturedAt: 0 }
    }),
  )
}

const DAY_MS = 86_400_000
const READING_INTERVAL_MS = 15_000

/**
 * Creates a reading well inside or well outside the zone. Moving between the two is a jump, which the next reading in the same
 * place confirms. Readings are backdated by days, so that consecutive ones are 15 s apart however fast they are sent.
 */
function takeReading(sender: Sender): Reading {
  const now = Date.now() - 5
  const nextAt = Math.max(now - 3 * DAY_MS, sender.lastCapturedAt + READING_INTERVAL_MS)
  const capturedAt = nextAt < now ? nextAt : Math.max(now, sender.lastCapturedAt + 1)
  sender.lastCapturedAt = capturedAt
  const place = Math.random() < 0.5 ? insideTestBox : outsideTestBox
  return {
    id: crypto.randomUUID(),
    ...place,
    accuracyMeters: 5,
    capturedAt: new Date(capturedAt).toISOString(),
  }
}

/**
 * Sends one request and records what was acknowledged. Returns false if there was no response, or on 503; the readings then stay in
 * the outbox. Throws if the request or one of its checks is rejected.
 */
export async function sendOnce(origin: string, sender: Sender): Promise<boolean> {
  if (sender.outbox.length === 0)
    sender.outbox = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => takeReading(sender))
  const readings = sender.outbox.map(reading => ({ ...reading, zoneId: sender.zoneId }))
  let response: Response
  let text: string
  try {
    response = await fetch(`${origin}/ingest/positions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    })
    text = await response.text()
  } catch {
    return false
  }
  if (response.status === 503) return false
  if (response.status !== 200) throw new Error(`The server answered ${response.status}: ${text}`)
  const { results } = JSON.parse(text) as {
    results: { id: string; checks: CheckAnswer[]; refused: unknown[] }[]
  }
  for (const { id, checks, refused } of results) {
    const [answer] = checks
    if (!answer || refused.length > 0) throw new Error(`A check was refused: ${text}`)
    sender.acknowledged.set(id, answer)
  }
  sender.outbox = []
  return true
}

/** Makes every sender send without pause, each on its own connection, until stopped. */
export function sendWithoutPause(origin: string, senders: readonly Sender[]) {
  let stopping = false
  const loops = Promise.all(
    senders.map(async sender => {
      while (!stopping)
        if (!(await sendOnce(origin, sender))) await new Promise(resolve => setTimeout(resolve, 20))
    }),
  )
  return {
    async stop(): Promise<void> {
      stopping = true
      await loops
    },
  }
}
