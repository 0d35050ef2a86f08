import { gzipSync } from 'node:zlib'
import { withImports } from './chunk-imports.ts'

/** What of an output chunk the report needs; a build's own chunk fits. */
export type Chunk = {
  readonly fileName: string
  readonly code: string
  readonly isEntry: boolean
  readonly isDynamicEntry: boolean
  readonly facadeModuleId: string | null
  /** File names of the chunks it needs at once. */
  readonly imports: readonly string[]
  /** By module: how many characters of it are in the chunk. */
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>
}

type Report = {
  /** What loads before anything shows, in bytes after gzip. */
  initialBytes: number
  /** A line for what loads first and one for each screen: name, its own bytes after gzip, and what it adds in all. */
  lines: string[]
  /** The largest modules of what loads first. */
  largest: string[]
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
/** The way below the packages or the app, which is what one knows a module by. */
const shortName = (id: string) => id.replace(/^.*\/node_modules\//, '').replace(/^.*\/apps\/web\/src\//, '')

/** Adds up what a page loads first and what each screen adds to it. */
export function bundleReport(chunks: readonly Chunk[]): Report {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code).length]))
  const size = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)

  const initial = withImports(
    chunks,
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  )
  const screens = chunks
    .filter(({ isDynamicEntry }) => isDynamicEntry)
    .map(({ fileName, facadeModuleId }) => {
      const added = [...withImports(chunks, [fileName])].filter(name => !initial.has(name))
      return { name: shortName(facadeModuleId ?? fileName), own: size([fileName]), added: size(added) }
    })
    .sort((a, b) => b.added - a.added)
  const initialBytes = size(initial)
  return {
    initialBytes,
    lines: [
      `${kilobytes(initialBytes)} loads first (gzip)`,
      ...screens.map(
        ({ name, own, added }) => `${kilobytes(added)} ${name} adds, ${kilobytes(own)} of it its own`,
      ),
    ],
    largest: [...initial]
      .flatMap(name => Object.entries(byName.get(name)?.modules ?? {}))
      .sort(([, a], [, b]) => b.renderedLength - a.renderedLength)
      .slice(0, 12)
      .map(([id, { renderedLength }]) => `${kilobytes(renderedLength)} ${shortName(id)}`),
  }
}

/** Why the build must not stand, or undefined: what loads first is over the budget in bytes after gzip. */
export function overBudget({ initialBytes, largest }: Report, budget: number): string | undefined {
  if (initialBytes <= budget) return undefined
  return [
    `What loads first is ${kilobytes(initialBytes)} after gzip; the budget is ${kilobytes(budget)}.`,
    'Load more of it with the screens that use it (app/lazy-screen.ts). Its largest modules, before gzip:',
    ...largest,
  ].join('\n  ')
}
