import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preloadScreens } from './preload-screens.ts'

type Screen = { preload?: () => Promise<void> }

/** Creates three screens whose loading can succeed or fail, and a signal that a page has rendered. */
function createScreens() {
  const loadedNames: string[] = []
  let isServerUp = true
  const screensByName = new Map(
    ['a', 'b', 'c'].map(name => {
      const screen: Screen = {
        async preload() {
          loadedNames.push(name)
          if (isServerUp) delete screen.preload
        },
      }
      return [name, screen]
    }),
  )
  let notifyRendered = () => {}
  preloadScreens({
    routesById: Object.fromEntries(
      [...screensByName].map(([name, component]) => [name, { options: { component } }]),
    ),
    subscribe: (_event: string, listener: () => void) => {
      notifyRendered = listener
      return () => {}
    },
  } as unknown as Parameters<typeof preloadScreens>[0])
  return {
    loaded: loadedNames,
    rendered: () => notifyRendered(),
    /** Marks a screen as opened, so that nothing is left to preload for it. */
    open: (name: string) => {
      delete screensByName.get(name)?.preload
    },
    server: (answers: boolean) => {
      isServerUp = answers
    },
  }
}

/** Callbacks that wait until the browser is idle. */
let idleCallbacks: (() => void)[] = []
/** Runs idle callbacks until none are left. */
async function runIdleCallbacks() {
  for (let pending = idleCallbacks; pending.length > 0; pending = idleCallbacks) {
    idleCallbacks = []
    for (const callback of pending) callback()
    // Flushes follow-up work, none of which waits for a timer.
    await new Promise(done => setTimeout(done))
  }
}

beforeEach(() => {
  idleCallbacks = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idleCallbacks.push(callback))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('preloads nothing without a network, and every screen once when the network is back', async () => {
  const { loaded, rendered } = createScreens()
  const onLineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  rendered()
  await runIdleCallbacks()
  expect(loaded).toEqual([])
  onLineSpy.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await runIdleCallbacks()
  expect(loaded).toEqual(['a', 'b', 'c'])
})

it('tries one screen while the server is unreachable, and continues from there after the next page', async () => {
  const { loaded, rendered, server } = createScreens()
  server(false)
  rendered()
  await runIdleCallbacks()
  expect(loaded).toEqual(['a'])
  server(true)
  rendered()
  await runIdleCallbacks()
  expect(loaded).toEqual(['a', 'a', 'b', 'c'])
})

it('skips a screen that was opened while the browser was busy, and preloads the next ones', async () => {
  const { loaded, open, rendered } = createScreens()
  rendered()
  open('a')
  await runIdleCallbacks()
  expect(loaded).toEqual(['b', 'c'])
})
