import { afterEach, expect, it, vi } from 'vitest'
import { googleTexts, loadGoogle, scriptUrl } from './load-google.ts'

const origin = 'http://127.0.0.1:1'
const findScripts = () => [...document.head.querySelectorAll('script')]
const wait = vi.fn(async () => undefined)

afterEach(() => {
  for (const script of findScripts()) script.remove()
  Reflect.deleteProperty(window, 'google')
  wait.mockClear()
})

const startLoading = () => {
  const appendSpy = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    // Make the script appear detached, so that the test DOM does not fetch it from a host that does not exist.
    for (const node of nodes) {
      Object.defineProperty(node, 'isConnected', { value: false, configurable: true })
      scripts.push(node as HTMLScriptElement)
    }
  })
  const scripts: HTMLScriptElement[] = []
  const maps = loadGoogle({ key: 'a-key', origin, wait })
  return { maps, held: scripts, end: () => appendSpy.mockRestore() }
}

it('the script is requested with places and geometry, in English, for India', () => {
  expect(scriptUrl('https://maps.googleapis.com', 'a-key')).toBe(
    'https://maps.googleapis.com/maps/api/js?key=a-key&libraries=places%2Cgeometry&language=en&region=IN',
  )
})

it('a script that fails is retried once, and then the failure is reported', async () => {
  const { maps, held, end } = startLoading()
  const failure = expect(maps).rejects.toThrow(googleTexts.scriptFailed)
  held[0]?.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(held).toHaveLength(2), 15_000)
  held[1]?.dispatchEvent(new Event('error'))
  await failure
  end()
})

it('a library that never starts gets 50 polls of 100 ms', async () => {
  const { maps, held, end } = startLoading()
  const failure = expect(maps).rejects.toThrow(googleTexts.timedOut)
  held[0]?.dispatchEvent(new Event('load'))
  await failure
  expect(wait).toHaveBeenCalledTimes(50)
  expect(wait).toHaveBeenLastCalledWith(100)
  end()
})

it('a library that starts late is used', async () => {
  const { maps, held, end } = startLoading()
  const StubMap = class {}
  wait.mockImplementationOnce(async () => {
    Object.assign(window, { google: { maps: { Map: StubMap } } })
    return undefined
  })
  held[0]?.dispatchEvent(new Event('load'))
  expect((await maps).Map).toBe(StubMap)
  end()
})
