import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { Chunk } from './bundle-report.ts'
import { withImports } from './chunk-imports.ts'

type Parts = Pick<Chunk, 'fileName' | 'imports' | 'facadeModuleId' | 'modules'>

/** The screens that open without the shell and do not import `mantine-signed-in.css` themselves. */
const openScreen = /\/src\/(app\/start|app\/screens\/(login|sign-up|single-sign-on)|features\/auth\/)/

/** Parses the names of the components whose styles a style sheet of the app imports. */
export const parseStyles = (sheet: string): ReadonlySet<string> =>
  new Set([...sheet.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name = '']) => name))

/** Returns the names of the library's components with styles of their own that these chunks contain. */
const usedComponents = (chunks: readonly Parts[]): Set<string> =>
  new Set(
    chunks.flatMap(({ modules }) =>
      Object.keys(modules).flatMap(id => /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1] ?? []),
    ),
  )

/**
 * Returns what is wrong with the two lists of styles: a component without its styles, or one that pages without the shell use and
 * whose styles load only with the shell.
 */
export function findStyleProblems(
  chunks: readonly Parts[],
  styles: { first: ReadonlySet<string>; signedIn: ReadonlySet<string> },
): string[] {
  const openChunks = withImports(
    chunks,
    chunks.filter(({ facadeModuleId }) => openScreen.test(facadeModuleId ?? '')).map(it => it.fileName),
  )
  const usedFirst = usedComponents(chunks.filter(({ fileName }) => openChunks.has(fileName)))
  const missingFirst = [...usedFirst].filter(name => !styles.first.has(name))
  const missing = [...usedComponents(chunks)].filter(
    name => !usedFirst.has(name) && !styles.first.has(name) && !styles.signedIn.has(name),
  )
  return [
    ...missingFirst.map(
      name => `mantine-first.css lacks the styles of ${name}, which a page without the shell uses`,
    ),
    ...missing.map(name => `mantine-signed-in.css lacks the styles of ${name}`),
  ]
}

/** Fails a build in which a component of the library is used without its styles. `folder`: the folder of both style sheets. */
export function libraryStyles(folder: URL): Plugin {
  const read = (name: string) => parseStyles(readFileSync(new URL(name, folder), 'utf8'))
  return {
    name: 'muster:library-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const problems = findStyleProblems(
        Object.values(bundle).filter(output => output.type === 'chunk'),
        { first: read('mantine-first.css'), signedIn: read('mantine-signed-in.css') },
      )
      if (problems.length > 0) this.error(problems.join('\n  '))
    },
  }
}
