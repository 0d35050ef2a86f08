import type { FastifyBaseLogger } from 'fastify'

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/**
 * Logs what may happen a thousand times a second as one line a minute: the first at once, the others as a count with
 * the last of them. Nothing waits for it, and it keeps no process alive.
 */
export function createGatheredLog(log: Log, level: 'warn' | 'error', text: string, everyMs = 60_000) {
  let more = 0
  let last: unknown
  let timer: NodeJS.Timeout | undefined

  function tell() {
    timer = undefined
    if (more === 0) return
    log[level]({ err: last, more }, text)
    more = 0
    last = undefined
    rest()
  }
  function rest() {
    timer = setTimeout(tell, everyMs)
    timer.unref()
  }

  return {
    add(error: unknown): void {
      if (timer) {
        more++
        last = error
        return
      }
      log[level]({ err: error }, text)
      rest()
    },
    /** Tells what is left, at the end. */
    flush(): void {
      clearTimeout(timer)
      timer = undefined
      if (more > 0) log[level]({ err: last, more }, text)
      more = 0
    },
  }
}
