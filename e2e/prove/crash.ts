import { killRounds, type Victim } from '../durability/rounds.ts'

/**
 * Kills the server and its database alternately under load, `kills` times in total, and prints one JSON line per round. Returns
 * true if nothing was lost and every round had acknowledged checks and requests in flight.
 */
export async function proveCrash(kills: number): Promise<boolean> {
  const victims = Array.from({ length: kills }, (_, n): Victim => (n % 2 === 0 ? 'server' : 'postmaster'))
  const startedAt = performance.now()
  const rounds = await killRounds(victims, {
    chooseLoadMs: () => 300 + Math.random() * 900,
    onRound: round => console.log(JSON.stringify(round)),
  })
  const failedRounds = rounds.filter(
    it => it.faults.length > 0 || it.acknowledged === 0 || it.concurrency === 0,
  )
  const acknowledgedCount = rounds.reduce((sum, it) => sum + it.acknowledged, 0)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(
    `${rounds.length} kills, ${acknowledgedCount} checks acknowledged, ${failedRounds.length} faulty rounds, ${seconds} s`,
  )
  return failedRounds.length === 0 && rounds.length > 0
}
