import type { FastifyBaseLogger } from 'fastify'

type Log = Pick<FastifyBaseLogger, 'warn'>

/** How often the same thing may be written to the log. */
const GATHER_MS = 60_000

/**
 * A warning that anybody on the network can cause as often as they like: the first is a line, those of the next minute
 * are counted, and one more line says how many they were. One function holds one kind of warning.
 */
export function gatherRepeats(log: Log, message: string, ms = GATHER_MS): (facts?: object) => void {
  let repeated = 0
  let waiting: NodeJS.Timeout | undefined
  const tell = () => {
    waiting = undefined
    if (repeated === 0) return
    log.warn({ repeated }, message)
    repeated = 0
    wait()
  }
  const wait = () => {
    waiting = setTimeout(tell, ms)
    waiting.unref()
  }
  return facts => {
    if (waiting) {
      repeated++
      return
    }
    log.warn(facts ?? {}, message)
    wait()
  }
}
