import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { consentVersion } from '@muster/domain/consent.ts'
import type { Database } from '@muster/server/src/db/database.ts'
import { createFactories } from '@muster/server/src/testing/factories.ts'
import { freePort, type ServerProcess, startServerProcess } from '../durability/server-process.ts'
import { withDatabase } from '../durability/with-database.ts'
import type { Attack, Target } from './attacks/attack.ts'
import { watchMemory } from './attacks/memory.ts'
import { kinds, type Latency, watchOthers } from './attacks/others.ts'
import { burnProcessor, measureRate, type ProcessorUse, watchProcessor } from './attacks/processor.ts'
import { sendRequest } from './attacks/send-request.ts'

/** Maximum resident memory of the server, in MB. */
const MEMORY_MOST = 700
/** Maximum bytes that one attack may add to the log. */
const LOG_MOST = 1024 * 1024
const QUIET_MS = 8_000
/**
 * Maximum extra latency in milliseconds that an attack may cause for others. Nobody notices that much, and a reverse proxy stops
 * floods.
 */
const UNNOTICED = 200

/**
 * Runs the attacks one after the other against a server and database of their own, while other people keep working from another
 * IP address. Prints a line for each. Returns true if none succeeded.
 */
export async function proveAttacks(attacks: readonly Attack[]): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-attacks-'))
  // When running as root, PostgreSQL uses another account, which needs to traverse this folder.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  let server: ServerProcess | undefined
  try {
    server = await startServerProcess(dataDir, port, { DEMO: '0' })
    const running = server
    return await withDatabase(dataDir, db => attackAll(attacks, { server: running, port, db }))
  } finally {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Running = { readonly server: ServerProcess; readonly port: number; readonly db: Database }

async function attackAll(attacks: readonly Attack[], { server, port, db }: Running): Promise<boolean> {
  const { origin } = server
  const make = createFactories(db)
  const all = await Promise.all(Array.from({ length: 7 }, (_, n) => signUp(origin, n)))
  const [comer, reader, ...people] = all
  if (!comer || !reader) throw new Error('Nobody could sign up')
  const zone = await make.zone()
  await make.assign(reader, zone, 'app_user', false)
  // Use two separate people, because repeated sign-ins end the oldest sessions of the same person.
  const other = { ...comer, token: reader.token, zoneId: zone.id }
  const target: Target = { origin, port, tokens: people.map(it => it.token), db, make }
  let worked = 0
  for (const attack of attacks) {
    const run = 'run' in attack ? attack.run : await attack.prepare(target)
    // Measure the baseline right before the attack, because other load on the machine changes within a minute.
    const quietly = await watchOthers(origin, other)
    const usual = watchProcessor()
    await sleep(QUIET_MS)
    const quiet = await quietly.stop()
    const rate = measureRate(usual.stop())
    const memory = watchMemory(server.pid)
    const others = await watchOthers(origin, other)
    const processor = watchProcessor(rate)
    const startedAt = performance.now()
    const logged = server.wrote()
    const [result] = await Promise.all([run(target).catch(broken), sleep(QUIET_MS)])
    const faults = [...result]
    const use = processor.stop()
    const during = await others.stop()
    memory.stop()
    // Attacker, server and database share one machine here, so the CPU time of the attacker itself must not count as an effect of
    // the attack.
    const beside = slower(during, quiet).length > 0 ? await runUnderLoad(use, origin, other) : undefined
    faults.push(...costs(during, beside ? chooseWorse(quiet, beside) : quiet, memory.most()))
    if (server.wrote() - logged > LOG_MOST) faults.push(`the log grew by ${server.wrote() - logged} bytes`)
    if (faults.length > 0) worked++
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(
      `${faults.length === 0 ? 'held  ' : 'WORKED'} ${attack.name} (${attack.about}): memory at most ${memory.most()} MB, others' p95 of a read, a check and a sign-in ${figures(during)} (quiet ${figures(quiet)}${beside ? `, beside the same processor time ${figures(beside)}` : ''}), ${seconds} s${faults.map(fault => `; ${fault}`).join('')}`,
    )
  }
  console.log(`${attacks.length} attacks, ${worked} worked`)
  return worked === 0
}

const broken = (error: unknown) => [`it broke off: ${String(error)}`]

/** Measures the latency for others while a process next to the server uses as much CPU time as the attacker did. */
async function runUnderLoad(
  use: ProcessorUse,
  origin: string,
  other: Parameters<typeof watchOthers>[1],
): Promise<Latency> {
  const others = await watchOthers(origin, other)
  await Promise.all([burnProcessor(use), sleep(QUIET_MS)])
  return others.stop()
}

const slower = (during: Latency, usual: Latency) =>
  kinds.filter(what => during[what] > Math.max(2 * usual[what], UNNOTICED))

const chooseWorse = (one: Latency, other: Latency): Latency => ({
  ...one,
  me: Math.max(one.me, other.me),
  check: Math.max(one.check, other.check),
  signIn: Math.max(one.signIn, other.signIn),
})

function costs(during: Latency, usual: Latency, memoryMb: number): string[] {
  return [
    ...(memoryMb === 0 ? ['the server is gone'] : []),
    ...(memoryMb > MEMORY_MOST ? [`memory is above ${MEMORY_MOST} MB`] : []),
    ...slower(during, usual).map(
      what =>
        `others waited ${Math.round(during[what])} ms for ${what}, ${Math.round(usual[what])} ms without the attack`,
    ),
    ...Object.entries(during.failed).map(([what, many]) => `${many} calls of others failed with ${what}`),
  ]
}

const figures = ({ me, check, signIn }: Latency) =>
  [me, check, signIn].map(ms => `${ms.toFixed(0)} ms`).join(', ')

async function signUp(origin: string, number: number) {
  const account = { email: `person${number}@attacks.example`, password: 'correct horse battery' }
  const form = {
    ...account,
    firstName: 'Asha',
    lastName: 'Rao',
    phone: '+91 11 5550 0100',
    dateOfBirth: '1990-01-01',
    pin: '4711',
    consentVersion,
  }
  const answer = await sendRequest(`${origin}/api/auth/sign-up`, { method: 'POST', body: form })
  const { session } = answer.body as { session?: { token: string } }
  if (!session) throw new Error(`Signing up was answered with ${answer.status}`)
  const { token } = session
  const me = await sendRequest(`${origin}/api/auth/me`, { method: 'GET', token })
  const { user, session: own } = me.body as { user: { id: string }; session: { id: string } }
  return { ...account, id: user.id, sessionId: own.id, token }
}
