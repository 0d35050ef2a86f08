import type { FastifyBaseLogger } from 'fastify'

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/**
 * Creates a log for frequent events, limited to one line a minute: the first at once, the rest as a count with the details of the
 * last one. It never blocks a caller or keeps the process alive.
 */
export function createGatheredLog(log: Log, level: 'warn' | 'error', text: string, everyMs = 60_000) {
  let more = 0
  let last: object = {}
  let timer: NodeJS.Timeout | undefined

  function tell() {
    timer = undefined
    if (more === 0) return
    log[level]({ ...last, more }, text)
    more = 0
    last = {}
    rest()
  }
  function rest() {
    timer = setTimeout(tell, everyMs)
    timer.unref()
  }

  return {
    add(facts: object): void {
      if (timer) {
        more++
        last = facts
        return
      }
      log[level](facts, text)
      rest()
    },
    /** Logs what remains, for the end of the process. */
    flush(): void {
      clearTimeout(timer)
      timer = undefined
      if (more > 0) log[level]({ ...last, more }, text)
      more = 0
    },
  }
}
