/** Creates a wake-up signal with a timeout. A signal without a waiter wakes the next one. */
export function createBell() {
  let hasRung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      wake?.()
    },
    clear() {
      hasRung = false
    },
    async wait(ms: number): Promise<void> {
      if (hasRung) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = undefined
    },
  }
}
