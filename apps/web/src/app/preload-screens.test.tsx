import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preloadScreens } from './preload-screens.ts'

type Screen = { preload?: () => Promise<void> }

/** Three screens, each of which comes or does not, and what tells that a page stands. */
function threeScreens() {
  const asked: string[] = []
  let comes = true
  const screens = new Map(
    ['a', 'b', 'c'].map(name => {
      const screen: Screen = {
        async preload() {
          asked.push(name)
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
    subscribe: (_event: string, told: () => void) => {
      rendered = told
      return () => {}
    },
  } as unknown as Parameters<typeof preloadScreens>[0])
  return {
    asked,
    rendered: () => rendered(),
    /** Somebody opens it: it has come, and there is nothing left to fetch. */
    open: (name: string) => {
      delete screens.get(name)?.preload
    },
    server: (answers: boolean) => {
      comes = answers
    },
  }
}

/** What waits for the browser to be idle. */
let resting: (() => void)[] = []
/** The browser is idle until nobody waits for it any more. */
async function idle() {
  for (let waiting = resting; waiting.length > 0; waiting = resting) {
    resting = []
    for (const goOn of waiting) goOn()
    // All that follows from it is done by then: none of it waits for a clock.
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

it('without a network no screen is asked for ahead; once it is back all are, each once', async () => {
  const { asked, rendered } = threeScreens()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  rendered()
  await idle()
  expect(asked).toEqual([])
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await idle()
  expect(asked).toEqual(['a', 'b', 'c'])
})

it('where a server does not answer one is tried, and the next page goes on from there', async () => {
  const { asked, rendered, server } = threeScreens()
  server(false)
  rendered()
  await idle()
  expect(asked).toEqual(['a'])
  server(true)
  rendered()
  await idle()
  expect(asked).toEqual(['a', 'a', 'b', 'c'])
})

it('a screen that is opened while the browser is busy is not fetched, and the next ones are', async () => {
  const { asked, open, rendered } = threeScreens()
  rendered()
  open('a')
  await idle()
  expect(asked).toEqual(['b', 'c'])
})
