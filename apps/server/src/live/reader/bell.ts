/** Creates a wake-up signal with a timeout. A signal without a waiter wakes the next waiter. */
export function createWakeSignal() {
  let isWakePending = false
  let wake: (() => void) | undefined
  return {
    ring() {
      isWakePending = true
      wake?.()
    },
    clear() {
      isWakePending = false
    },
    async wait(ms: number): Promise<void> {
      if (isWakePending) return
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
