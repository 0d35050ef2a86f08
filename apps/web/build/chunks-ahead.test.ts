import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { paths } from '../src/lib/paths.ts'
import { chunksAhead, parseScreens, writeAhead } from './chunks-ahead.ts'

const chunk = (fileName: string, imports: string[] = [], facadeModuleId: string | null = null) => ({
  fileName,
  imports,
  facadeModuleId,
  isEntry: fileName === 'index.js',
})

it('a page lists the chunks of its screen, the shell those of every page, the sign-in all of its own, and none those of the entry', () => {
  const ahead = chunksAhead(
    [
      chunk('index.js', ['react.js']),
      chunk('react.js'),
      chunk('shell.js', ['react.js', 'menu.js'], '/x/src/app/shell/in-shell.tsx'),
      chunk('menu.js'),
      chunk('signed-in.js', ['feed.js'], '/x/src/app/signed-in.tsx'),
      chunk('feed.js'),
      chunk('mine.js', ['menu.js', 'card.js'], '/x/src/app/screens/my-zones.tsx'),
      chunk('card.js'),
      chunk('login.js', ['react.js', 'menu.js'], '/x/src/app/screens/login.tsx'),
      chunk('start.js', ['react.js'], '/x/src/app/start.tsx'),
    ],
    {
      'in-shell': '/app/shell/in-shell.tsx',
      'signed-in': '/app/signed-in.tsx',
      'my-zones': '/app/screens/my-zones.tsx',
      login: '/app/screens/login.tsx',
    },
  )
  expect(ahead['in-shell']?.toSorted()).toEqual([
    'feed.js',
    'menu.js',
    'shell.js',
    'signed-in.js',
    'start.js',
  ])
  expect(ahead.login?.toSorted()).toEqual(['login.js', 'menu.js', 'start.js'])
  expect(ahead['my-zones']?.toSorted()).toEqual(['card.js', 'mine.js'])
})

it('the landing pages of all roles are included', () => {
  const screens = parseScreens(readFileSync(new URL('../src/app/pages.tsx', import.meta.url), 'utf8'))
  for (const file of Object.values(screens))
    expect(existsSync(new URL(`../src${file}`, import.meta.url)), file).toBe(true)
  expect(screens.zones).toBe('/features/zones/zones-page.tsx')
  for (const path of [
    paths.dashboard,
    paths.myZones,
    paths.zones,
    paths.appUsers,
    paths.insideNow,
    paths.users,
  ])
    expect(screens, path).toHaveProperty(path.slice(1))
})

it('the page passes them to the script of the frame', () => {
  const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
  const written = writeAhead(page, { users: ["assets/a'&b.js"] })
  expect(written).toContain(`data-chunks='{"files":["assets/a&#39;&amp;b.js"],"pages":{"users":[0]}}'`)
  expect(() => writeAhead('<html></html>', {})).toThrow()
})

it('a style sheet follows the chunk that needs it', () => {
  const login = chunk('login.js', [], '/x/src/app/screens/login.tsx')
  const ahead = chunksAhead([{ ...login, viteMetadata: { importedCss: new Set(['login.css']) } }], {
    login: '/app/screens/login.tsx',
  })
  expect(ahead.login).toEqual(['login.js', 'login.css'])
})
