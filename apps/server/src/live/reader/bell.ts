/** Creates a wake-up signal with a timeout. A signal without a waiter wakes the next waiter. */
export function createWakeSignal() {
  let wakePending = false
  let wake: (() => void) | undefined
  return {
    ring() {
      wakePending = true
      wake?.()
    },
    clear() {
      wakePending = false
    },
    async wait(ms: number): Promise<void> {
      if (wakePending) return
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
