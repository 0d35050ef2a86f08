import { afterEach, expect, it, vi } from 'vitest'
import { preloadScreens } from './preload-screens.ts'

/** Three screens, each of which comes or does not, and what tells that a page stands. */
function threeScreens() {
  const asked: string[] = []
  let comes = true
  const screens = ['a', 'b', 'c'].map(name => {
    const screen: { preload?: () => Promise<void> } = {
      async preload() {
        asked.push(name)
        if (comes) delete screen.preload
      },
    }
    return [name, { options: { component: screen } }] as const
  })
  let rendered = () => {}
  preloadScreens({
    routesById: Object.fromEntries(screens),
    subscribe: (_event: string, told: () => void) => {
      rendered = told
      return () => {}
    },
  } as unknown as Parameters<typeof preloadScreens>[0])
  return {
    asked,
    rendered: () => rendered(),
    server: (answers: boolean) => {
      comes = answers
    },
  }
}
afterEach(() => vi.restoreAllMocks())

it('without a network no screen is asked for ahead; once it is back all are, each once', async () => {
  const { asked, rendered } = threeScreens()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  rendered()
  await new Promise(done => setTimeout(done, 300))
  expect(asked).toEqual([])
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(asked).toEqual(['a', 'b', 'c']), 5_000)
})

it('where a server does not answer one is tried, and the next page goes on from there', async () => {
  const { asked, rendered, server } = threeScreens()
  server(false)
  rendered()
  await vi.waitFor(() => expect(asked).toEqual(['a']), 5_000)
  await new Promise(done => setTimeout(done, 300))
  expect(asked).toEqual(['a'])
  server(true)
  rendered()
  await vi.waitFor(() => expect(asked).toEqual(['a', 'a', 'b', 'c']), 5_000)
})
