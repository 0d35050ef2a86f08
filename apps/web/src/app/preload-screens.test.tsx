import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preloadScreens } from './preload-screens.ts'

type Screen = { preload?: () => Promise<void> }

/** Creates three screens whose loading can succeed or fail, and a signal that a page has rendered. */
function threeScreens() {
  const loaded: string[] = []
  let comes = true
  const screens = new Map(
    ['a', 'b', 'c'].map(name => {
      const screen: Screen = {
        async preload() {
          loaded.push(name)
          if (comes) delete screen.preload
        },
      }
      return [name, screen]
    }),
  )
  let rendered = () => {}
  preloadScreens({
    routesById: Object.fromEntries(
      [...screens].map(([name, component]) => [name, { options: { component } }]),
    ),
    subscribe: (_event: string, listener: () => void) => {
      rendered = listener
      return () => {}
    },
  } as unknown as Parameters<typeof preloadScreens>[0])
  return {
    loaded,
    rendered: () => rendered(),
    /** Opens a screen: it has loaded, so there is nothing left to fetch. */
    open: (name: string) => {
      delete screens.get(name)?.preload
    },
    server: (answers: boolean) => {
      comes = answers
    },
  }
}

/** Callbacks that wait until the browser is idle. */
let resting: (() => void)[] = []
/** Runs idle callbacks until none are left. */
async function idle() {
  for (let waiting = resting; waiting.length > 0; waiting = resting) {
    resting = []
    for (const goOn of waiting) goOn()
    // Flushes follow-up work, none of which waits for a timer.
    await new Promise(done => setTimeout(done))
  }
}

beforeEach(() => {
  resting = []
  vi.stubGlobal('requestIdleCallback', (goOn: () => void) => resting.push(goOn))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('preloads nothing without a network, and every screen once when the network is back', async () => {
  const { loaded, rendered } = threeScreens()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  rendered()
  await idle()
  expect(loaded).toEqual([])
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await idle()
  expect(loaded).toEqual(['a', 'b', 'c'])
})

it('tries one screen while the server is unreachable, and continues from there after the next page', async () => {
  const { loaded, rendered, server } = threeScreens()
  server(false)
  rendered()
  await idle()
  expect(loaded).toEqual(['a'])
  server(true)
  rendered()
  await idle()
  expect(loaded).toEqual(['a', 'a', 'b', 'c'])
})

it('skips a screen that was opened while the browser was busy, and preloads the next ones', async () => {
  const { loaded, open, rendered } = threeScreens()
  rendered()
  open('a')
  await idle()
  expect(loaded).toEqual(['b', 'c'])
})
