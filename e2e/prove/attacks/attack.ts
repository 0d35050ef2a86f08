import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@muster/server/src/db/database.ts'
import type { createFactories } from '@muster/server/src/testing/factories.ts'

/** The target of an attack: a server on loopback and the credentials of signed-in people. */
export type Target = {
  readonly origin: string
  readonly port: number
  /** Session tokens of people without any rights. */
  readonly tokens: readonly string[]
  /** Used to create an attack's preconditions: people, zones, memberships. */
  readonly db: Database
  readonly make: ReturnType<typeof createFactories>
}

/** An attack, which ends by itself. Resolves to descriptions of what succeeded but should not have; empty if nothing did. */
type Run = (target: Target) => Promise<string[]>

export type Attack = {
  readonly name: string
  readonly about: string
} & (
  | { readonly run: Run }
  /** Creates the preconditions before anything is measured, because no attacker could create them. */
  | { readonly prepare: (target: Target) => Promise<Run> }
)

/** Opens a connection that sends the text and ignores errors. */
export function dial(port: number, text: string | Buffer): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  // Discard responses, so that unread data does not block the socket.
  socket.resume()
  socket.write(text)
  return socket
}

/** Returns the number of sockets still open after `ms` milliseconds, then closes them all. */
export async function countOpenAfter(sockets: readonly Socket[], ms: number): Promise<number> {
  const deadline = performance.now() + ms
  const countOpen = () => sockets.filter(it => !it.destroyed && it.readyState !== 'closed').length
  while (countOpen() > 0 && performance.now() < deadline) await sleep(100)
  const remaining = countOpen()
  for (const socket of sockets) socket.destroy()
  return remaining
}

/** Counts how often each value occurs. */
export function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
