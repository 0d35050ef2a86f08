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

type FrameOptions = { storage?: Record<string, string>; dataset?: Record<string, string>; hash?: string }

/** Returns the attributes that `frame.js` sets on the page when the browser's storage has this content. */
function frameWith(storage: Record<string, string>): Record<string, string> {
  const dataset: Record<string, string> = {}
  runFrame({ storage, dataset })
  return dataset
}

/** Runs `frame.js` at an address and returns the chunks that it preloads. */
function runFrame({ storage = {}, dataset = {}, hash = '' }: FrameOptions): string[] {
  const files: string[] = []
  const chunks = JSON.stringify({
    files: ['shell.js', 'login.js', 'sign-up.js'],
    pages: { 'in-shell': [0], login: [1], signup: [2] },
  })
  runInNewContext(source('../public/frame.js'), {
    document: {
      documentElement: { dataset },
      currentScript: { dataset: { chunks } },
      createElement: () => ({}),
      head: { append: (link: { href: string }) => files.push(link.href) },
    },
    localStorage: { getItem: (key: string) => storage[key] ?? null },
    location: { hash },
  })
  return files
}

it('without a session, the chunks of the sign-in or sign-up are requested with the app', () => {
  expect(runFrame({})).toEqual(['/login.js'])
  expect(runFrame({ hash: '#/dashboard?x=1' })).toEqual(['/login.js'])
  expect(runFrame({ hash: '#/signup' })).toEqual(['/sign-up.js'])
})

it("the frame uses the app's storage keys for the session and the colour scheme", () => {
  expect(frameWith({})).toEqual({})
  expect(frameWith({ [sessionKey]: '{}', [appearanceKey]: 'dark' })).toEqual({
    signedIn: '',
    mantineColorScheme: 'dark',
  })
  expect(frameWith({ [appearanceKey]: 'auto' })).toEqual({})
})
