import { gzipSync } from 'node:zlib'
import { withImports } from './chunk-imports.ts'

/** The part of an output chunk that the report needs; the bundler's own chunks have this shape. */
export type Chunk = {
  readonly fileName: string
  readonly code: string
  readonly isEntry: boolean
  readonly isDynamicEntry: boolean
  readonly facadeModuleId: string | null
  /** File names of the static imports. */
  readonly imports: readonly string[]
  /** The modules in the chunk, by id, with the number of characters of each. */
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>
}

type Report = {
  /** The code loaded before anything renders, in bytes after gzip. */
  initialBytes: number
  /** A line for the initial code and one for each screen: name, its own bytes after gzip, and the total it adds. */
  lines: string[]
  /** The largest modules in the initial code. */
  largest: string[]
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
/** Shortens a module's id to its path below node_modules or the app's sources. */
const shortName = (id: string) => id.replace(/^.*\/node_modules\//, '').replace(/^.*\/apps\/web\/src\//, '')

/** Reports the size of the initial code, and of what each screen adds to it. */
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

/** Returns the reason why the build must fail if the initial code exceeds the budget in bytes after gzip; undefined otherwise. */
export function overBudget({ initialBytes, largest }: Report, budget: number): string | undefined {
  if (initialBytes <= budget) return undefined
  return [
    `What loads first is ${kilobytes(initialBytes)} after gzip; the budget is ${kilobytes(budget)}.`,
    'Load more of it with the screens that use it (app/lazy-screen.ts). Its largest modules, before gzip:',
    ...largest,
  ].join('\n  ')
}
