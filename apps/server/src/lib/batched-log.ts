type Log = Readonly<Record<'warn' | 'error', (facts: object, text: string) => void>>

/** At most once a minute: the first at once, then a count with the last one's details. Does not keep the process alive. */
export function createBatchedLog(log: Log, level: 'warn' | 'error', text: string, everyMs = 60_000) {
  let suppressedCount = 0
  let lastFacts: object = {}
  let timer: NodeJS.Timeout | undefined

  function flush() {
    timer = undefined
    if (suppressedCount === 0) return
    log[level]({ ...lastFacts, more: suppressedCount }, text)
    suppressedCount = 0
    lastFacts = {}
    armTimer()
  }
  function armTimer() {
    timer = setTimeout(flush, everyMs)
    timer.unref()
  }

  return {
    add(facts: object): void {
      if (timer) {
        suppressedCount++
        lastFacts = facts
        return
      }
      log[level](facts, text)
      armTimer()
    },
    /** Logs the count of events that were not logged yet. Call it at the end. */
    flush(): void {
      clearTimeout(timer)
      timer = undefined
      if (suppressedCount > 0) log[level]({ ...lastFacts, more: suppressedCount }, text)
      suppressedCount = 0
    },
  }
}
