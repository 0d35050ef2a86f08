import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { frameBeforeStyles } from './frame-first.ts'

const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = source('../index.html')

it('the frame comes before the stylesheet that would block its rendering', () => {
  const link = '    <link rel="stylesheet" crossorigin href="/assets/index-1.css">\n'
  const built = frameBeforeStyles(page.replace('  </head>', `${link}  </head>`))
  expect(built.indexOf('Muster\n    </div>')).toBeGreaterThan(built.indexOf('id="frame"'))
  expect(built.indexOf('Muster\n    </div>')).toBeLessThan(built.indexOf('rel="stylesheet"'))
  expect(built.indexOf('rel="stylesheet"')).toBeLessThan(built.indexOf('id="root"'))
  expect(built.match(/rel="stylesheet"/g)).toHaveLength(1)
})

it("the page contains no inline script, which the server's policy would block", () => {
  for (const [, text] of page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) expect(text).toBe('')
})

const readKey = (path: string, name: string) =>
  new RegExp(`${name} = '([^']+)'`).exec(source(path))?.[1] ?? ''
const sessionKey = readKey('../src/lib/session-store.ts', 'sessionKey')
const appearanceKey = readKey('../src/lib/appearance.ts', 'appearanceKey')

/** Returns the attributes that `frame.js` sets on the page when the browser's storage has this content. */
function frameWith(storage: Record<string, string>): Record<string, string> {
  const dataset: Record<string, string> = {}
  runInNewContext(source('../public/frame.js'), {
    document: { documentElement: { dataset } },
    localStorage: { getItem: (key: string) => storage[key] ?? null },
  })
  return dataset
}

it("the frame uses the app's storage keys for the session and the colour scheme", () => {
  expect(frameWith({})).toEqual({})
  expect(frameWith({ [sessionKey]: '{}', [appearanceKey]: 'dark' })).toEqual({
    signedIn: '',
    mantineColorScheme: 'dark',
  })
  expect(frameWith({ [appearanceKey]: 'auto' })).toEqual({})
})
