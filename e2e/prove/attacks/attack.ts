import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@muster/server/src/db/database.ts'
import type { factories } from '@muster/server/src/testing/factories.ts'

/** What an attacker finds: a server on loopback, and what people who are signed in have. */
export type Target = {
  readonly origin: string
  readonly port: number
  /** Tokens of people without any rights. */
  readonly tokens: readonly string[]
  /** For what an attack takes as given: people, zones, memberships. */
  readonly db: Database
  readonly make: ReturnType<typeof factories>
}

/** Attacks, within bounds of its own. Answers what worked that should not have; nothing when nothing did. */
type Run = (target: Target) => Promise<string[]>

export type Attack = {
  readonly name: string
  readonly about: string
} & (
  | { readonly run: Run }
  /** Makes what the attack takes as given, before anything is measured: no attacker can make that. */
  | { readonly prepare: (target: Target) => Promise<Run> }
)

/** A connection that sends what it is given and never complains. */
export function dial(port: number, text: string | Buffer): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  // Answers are not read for what they say, but must not stay in the way.
  socket.resume()
  socket.write(text)
  return socket
}

/** How many of the sockets are open still after so long; ends them all. */
export async function openAfter(sockets: readonly Socket[], ms: number): Promise<number> {
  const until = performance.now() + ms
  const open = () => sockets.filter(it => !it.destroyed && it.readyState !== 'closed').length
  while (open() > 0 && performance.now() < until) await sleep(100)
  const left = open()
  for (const socket of sockets) socket.destroy()
  return left
}

/** Counts what is the same. */
export function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
