import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guessPins } from '@muster/server/src/app/testing/guess-pins.ts'
import { freePort, startServerProcess } from '../durability/server-process.ts'
import { password, toEmail } from '../people.ts'

/** Wrong PINs evaluated before the lock; the fifth is already answered with the lock. */
const MAX_EVALUATED = 4

/**
 * Simulates a thief who knows a member's password and tries all 10,000 PINs over 30 connections. Returns true if the thief did not
 * learn the correct PIN and no more PINs were evaluated than the lock allows.
 */
export async function provePins(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-pins-'))
  // When running as root, PostgreSQL uses another account, which needs to traverse this folder.
  await chmod(dataDir, 0o755)
  const server = await startServerProcess(dataDir, await freePort())
  try {
    const call = async (path: string, init: RequestInit) => {
      const response = await fetch(`${server.origin}/api${path}`, init)
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
      return (await response.json()) as unknown
    }
    const signInBody = await call('/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: toEmail('member'), password }),
    })
    const { token } = (signInBody as { session: { token: string } }).session
    const myZones = await call('/zones/mine', { headers: { authorization: `Bearer ${token}` } })
    const zoneId = (myZones as { zones: { id: string }[] }).zones[0]?.id
    if (!zoneId) throw new Error('The demo’s member has no zone.')
    const port = Number(new URL(server.origin).port)
    const guessResults = await guessPins({ port, token, zoneId, tries: 10_000, sockets: 30 })
    console.log(JSON.stringify(guessResults))
    return guessResults.entered === undefined && (guessResults.INVALID_PIN ?? 0) <= MAX_EVALUATED
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
