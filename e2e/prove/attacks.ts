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
import { burnProcessor, measureRate, type ProcessorSamples, watchProcessor } from './attacks/processor.ts'
import { sendRequest } from './attacks/send-request.ts'

/** Maximum resident memory of the server, in MB. */
const MAX_MEMORY_MB = 700
/** Maximum bytes that one attack may add to the log. */
const MAX_LOG_BYTES = 1024 * 1024
const QUIET_MS = 8_000
/**
 * Latency in milliseconds up to which other people's calls never count as slowed down. Nobody notices so short a delay, and a
 * reverse proxy stops floods.
 */
const UNNOTICED_MS = 200

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
  const accounts = await Promise.all(Array.from({ length: 7 }, (_, n) => signUp(origin, n)))
  const [visitor, reader, ...people] = accounts
  if (!visitor || !reader) throw new Error('Nobody could sign up')
  const zone = await make.zone()
  await make.assign(reader, zone, 'app_user', false)
  // Use two separate people, because repeated sign-ins end the oldest sessions of the same person.
  const bystander = { ...visitor, token: reader.token, zoneId: zone.id }
  const target: Target = { origin, port, tokens: people.map(it => it.token), db, make }
  let successCount = 0
  for (const attack of attacks) {
    const run = 'run' in attack ? attack.run : await attack.prepare(target)
    // Measure the baseline right before the attack, because other load on the machine changes within a minute.
    const baselineWatch = await watchOthers(origin, bystander)
    const baselineProcessorWatch = watchProcessor()
    await sleep(QUIET_MS)
    const baseline = await baselineWatch.stop()
    const baselineRate = measureRate(baselineProcessorWatch.stop())
    const memoryWatch = watchMemory(server.pid)
    const bystanderWatch = await watchOthers(origin, bystander)
    const processorWatch = watchProcessor(baselineRate)
    const startedAt = performance.now()
    const loggedBytesBefore = server.wrote()
    const [result] = await Promise.all([run(target).catch(toCrashProblem), sleep(QUIET_MS)])
    const problems = [...result]
    const processorSamples = processorWatch.stop()
    const attackLatency = await bystanderWatch.stop()
    memoryWatch.stop()
    // Attacker, server and database share one machine here. If others were slowed down, measure how much the attacker's CPU time
    // alone slows them, because that is not an effect of the attack.
    const loadLatency =
      findSlower(attackLatency, baseline).length > 0
        ? await runUnderLoad(processorSamples, origin, bystander)
        : undefined
    problems.push(
      ...describeCosts(
        attackLatency,
        loadLatency ? chooseWorse(baseline, loadLatency) : baseline,
        memoryWatch.most(),
      ),
    )
    if (server.wrote() - loggedBytesBefore > MAX_LOG_BYTES)
      problems.push(`the log grew by ${server.wrote() - loggedBytesBefore} bytes`)
    if (problems.length > 0) successCount++
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(
      `${problems.length === 0 ? 'held  ' : 'WORKED'} ${attack.name} (${attack.about}): memory at most ${memoryWatch.most()} MB, others' p95 of a read, a check and a sign-in ${formatLatency(attackLatency)} (quiet ${formatLatency(baseline)}${loadLatency ? `, beside the same processor time ${formatLatency(loadLatency)}` : ''}), ${seconds} s${problems.map(fault => `; ${fault}`).join('')}`,
    )
  }
  console.log(`${attacks.length} attacks, ${successCount} worked`)
  return successCount === 0
}

const toCrashProblem = (error: unknown) => [`it broke off: ${String(error)}`]

/** Measures the latency for others while a process next to the server uses as much CPU time as the attacker did. */
async function runUnderLoad(
  processorUse: ProcessorSamples,
  origin: string,
  bystander: Parameters<typeof watchOthers>[1],
): Promise<Latency> {
  const bystanderWatch = await watchOthers(origin, bystander)
  await Promise.all([burnProcessor(processorUse), sleep(QUIET_MS)])
  return bystanderWatch.stop()
}

const findSlower = (during: Latency, baseline: Latency) =>
  kinds.filter(kind => during[kind] > Math.max(2 * baseline[kind], UNNOTICED_MS))

const chooseWorse = (first: Latency, second: Latency): Latency => ({
  ...first,
  me: Math.max(first.me, second.me),
  check: Math.max(first.check, second.check),
  signIn: Math.max(first.signIn, second.signIn),
})

function describeCosts(during: Latency, baseline: Latency, memoryMb: number): string[] {
  return [
    ...(memoryMb === 0 ? ['the server is gone'] : []),
    ...(memoryMb > MAX_MEMORY_MB ? [`memory is above ${MAX_MEMORY_MB} MB`] : []),
    ...findSlower(during, baseline).map(
      kind =>
        `others waited ${Math.round(during[kind])} ms for ${kind}, ${Math.round(baseline[kind])} ms without the attack`,
    ),
    ...Object.entries(during.failed).map(
      ([outcome, count]) => `${count} calls of others failed with ${outcome}`,
    ),
  ]
}

const formatLatency = ({ me, check, signIn }: Latency) =>
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
  const response = await sendRequest(`${origin}/api/auth/sign-up`, { method: 'POST', body: form })
  const { session } = response.body as { session?: { token: string } }
  if (!session) throw new Error(`Signing up was answered with ${response.status}`)
  const { token } = session
  const profileResponse = await sendRequest(`${origin}/api/auth/me`, { method: 'GET', token })
  const { user, session: ownSession } = profileResponse.body as {
    user: { id: string }
    session: { id: string }
  }
  return { ...account, id: user.id, sessionId: ownSession.id, token }
}
