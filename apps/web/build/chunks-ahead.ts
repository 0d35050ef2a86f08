import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { Chunk } from './bundle-report.ts'
import { withImports } from './chunk-imports.ts'

type Parts = Pick<Chunk, 'fileName' | 'imports' | 'isEntry' | 'facadeModuleId'>

/** Which screen a route loads: file name of the route, which is its address, to the file of the screen, below the app's sources. */
export function screensOf(routes: Readonly<Record<string, string>>): Record<string, string> {
  const screens: Record<string, string> = {}
  for (const [route, source] of Object.entries(routes)) {
    const path = /import\('(\.\.\/[^']+\.tsx)'\)/.exec(source)?.[1]
    if (path) screens[route] = new URL(path, 'file:///app/routes/').pathname
  }
  return screens
}

/** By route, the chunks its page needs besides those of the entry: `in-shell` those of every page for somebody signed in. */
export function chunksAhead(
  chunks: readonly Parts[],
  screens: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const entry = withImports(
    chunks,
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  )
  const needs = (...names: (string | undefined)[]) => {
    const files = chunks.filter(({ facadeModuleId }) =>
      names.some(name => name && facadeModuleId?.endsWith(`/src${name}`)),
    )
    return [
      ...withImports(
        chunks,
        files.map(({ fileName }) => fileName),
      ),
    ].filter(name => !entry.has(name))
  }
  const { 'in-shell': shell, 'signed-in': signedIn, ...pages } = screens
  const inShell = needs(signedIn, shell)
  const ofPages = Object.entries(pages).map(([route, screen]) => [
    route,
    needs(screen).filter(name => !inShell.includes(name)),
  ])
  return { 'in-shell': inShell, ...Object.fromEntries(ofPages) }
}

/** Tells the frame's script in the page which chunks belong to which address, so that it fetches them beside the entry. */
export function chunksAheadOf(routesDirectory: URL): Plugin {
  return {
    name: 'muster:chunks-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const routes = readdirSync(routesDirectory).map(file => [
          file.replace(/\.tsx$/, ''),
          readFileSync(new URL(file, routesDirectory), 'utf8'),
        ])
        const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
        return writeAhead(html, chunksAhead(chunks, screensOf(Object.fromEntries(routes))))
      },
    },
  }
}

export function writeAhead(html: string, ahead: Readonly<Record<string, string[]>>): string {
  const script = '<script async src="/frame.js"></script>'
  if (!html.includes(script)) throw new Error('index.html has no script of the frame')
  const text = JSON.stringify(ahead).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
  return html.replace(script, () => script.replace('></', ` data-chunks='${text}'></`))
}
