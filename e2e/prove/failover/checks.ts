import { setTimeout as sleep } from 'node:timers/promises'
import { type Sender, sendWithoutPause } from '../../durability/senders.ts'
import type { ServerProcess } from '../../durability/server-process.ts'
import type { PostgresServer } from './postgres-server.ts'

/** Makes the senders send checks without pause, each to one of the nodes. */
export const startChecks = (nodes: readonly ServerProcess[], senders: readonly Sender[]) =>
  nodes.map(({ origin }, n) =>
    sendWithoutPause(
      origin,
      senders.filter((_, index) => index % nodes.length === n),
    ),
  )

export const countAcknowledged = (senders: readonly Sender[]) =>
  senders.reduce((sum, it) => sum + it.acknowledged.size, 0)

/** Prints how many checks a second are acknowledged with the standby and without waiting for it, in turns. */
export async function compareRates(
  primary: PostgresServer,
  nodes: readonly ServerProcess[],
  senders: readonly Sender[],
): Promise<void> {
  const rates: Record<'*' | '', number[]> = { '*': [], '': [] }
  for (let turn = 0; turn < 6; turn++) {
    const names = turn % 2 === 0 ? '*' : ''
    await primary.sql(`alter system set synchronous_standby_names = '${names}'`)
    await primary.sql('select pg_reload_conf()')
    await sleep(500)
    const before = countAcknowledged(senders)
    const startedAt = performance.now()
    const loads = startChecks(nodes, senders)
    await sleep(3_000)
    rates[names].push(((countAcknowledged(senders) - before) * 1_000) / (performance.now() - startedAt))
    for (const load of loads) await load.stop()
  }
  await primary.sql(`alter system set synchronous_standby_names = '*'`)
  await primary.sql('select pg_reload_conf()')
  const median = (values: readonly number[]) => Math.round(values.toSorted((a, b) => a - b)[1] ?? 0)
  const [synchronous, alone] = [median(rates['*']), median(rates[''])]
  const times = Math.round((synchronous / alone) * 100) / 100
  console.log(JSON.stringify({ checksPerSecond: { synchronous, alone }, senders: senders.length, times }))
}
