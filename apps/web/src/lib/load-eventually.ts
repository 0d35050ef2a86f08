/** Milliseconds between two attempts, unless the network returns earlier. */
const RETRY_MS = 10_000

/** Loads a part of the app that has no place on the screen for an error. A failed attempt is repeated until one succeeds. */
export async function loadEventually<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;)
    try {
      return await load()
    } catch {
      await waitForNetwork()
    }
}

const waitForNetwork = () =>
  new Promise<void>(resolve => {
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('online', stop)
      resolve()
    }
    const timer = setTimeout(stop, RETRY_MS)
    addEventListener('online', stop)
  })
