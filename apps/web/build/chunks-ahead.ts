import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { paths } from '../src/lib/paths.ts'
import type { Chunk } from './bundle-report.ts'
import { withImports } from './chunk-imports.ts'

type Parts = Pick<Chunk, 'fileName' | 'imports' | 'isEntry' | 'facadeModuleId'> & {
  /** What Vite adds: the style sheets of the chunk. */
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

/**
 * Maps the path of each page to the source file of its screen, parsed from `app/pages.tsx`. Adds the shell (`in-shell`) and the
 * wrapper of signed-in pages (`signed-in`). The files are relative to the app's sources.
 */
export function parseScreens(pages: string): Record<string, string> {
  const screens: Record<string, string> = {}
  for (const [, key = '', file = ''] of pages.matchAll(
    /path: paths\.(\w+)(?:(?!path:)[\s\S])*?import\('([^']+)'\)/g,
  )) {
    const path = (paths as Record<string, string>)[key]
    if (path) screens[path.slice(1)] = new URL(file, 'file:///app/').pathname
  }
  return { ...screens, 'in-shell': '/app/shell/in-shell.tsx', 'signed-in': '/app/signed-in.tsx' }
}

/** The first module of the app, which the entry imports once the language is known. */
const startModule = '/app/start.tsx'
/** The pages that open without the shell, for people who are not signed in. */
const guestPages: readonly string[] = [paths.login, paths.signUp].map(path => path.slice(1))

/**
 * Returns the chunks that each page needs in addition to the entry's, each followed by its style sheets. Those that every page for signed-in people needs are listed
 * only under `in-shell`; the pages of guests list all of theirs.
 */
export function chunksAhead(
  chunks: readonly Parts[],
  screens: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const entry = withImports(
    chunks,
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  )
  const stylesByName = new Map(
    chunks.map(({ fileName, viteMetadata }) => [fileName, viteMetadata?.importedCss ?? new Set()]),
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
    ]
      .filter(name => !entry.has(name))
      .flatMap(name => [name, ...(stylesByName.get(name) ?? [])])
  }
  const { 'in-shell': shell, 'signed-in': signedIn, ...pages } = screens
  const inShell = needs(signedIn, shell, startModule)
  const ofPages = Object.entries(pages).map(([route, screen]) => [
    route,
    guestPages.includes(route)
      ? needs(screen, startModule)
      : needs(screen).filter(name => !inShell.includes(name)),
  ])
  return { 'in-shell': inShell, ...Object.fromEntries(ofPages) }
}

/** Embeds a list of the chunks that each page needs, so that `frame.js` can fetch them in parallel with the entry chunk. */
export function chunksAheadPlugin(pages: URL): Plugin {
  return {
    name: 'muster:chunks-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
        return writeAhead(html, chunksAhead(chunks, parseScreens(readFileSync(pages, 'utf8'))))
      },
    },
  }
}

/** Writes each file once; the pages name it by its position. */
export function writeAhead(html: string, ahead: Readonly<Record<string, string[]>>): string {
  const script = '<script async src="/frame.js"></script>'
  if (!html.includes(script)) throw new Error('index.html has no script of the frame')
  const files = [...new Set(Object.values(ahead).flat())]
  const pages = Object.entries(ahead).map(([page, names]) => [page, names.map(name => files.indexOf(name))])
  const text = JSON.stringify({ files, pages: Object.fromEntries(pages) })
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&#39;')
  return html.replace(script, () => script.replace('></', ` data-chunks='${text}'></`))
}
