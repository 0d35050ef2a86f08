import { posix } from 'node:path'

export type SourceFile = { readonly path: string; readonly text: string }
export type Finding = { readonly path: string; readonly line: number; readonly message: string }

type Import = { readonly specifier: string; readonly line: number }
/** `target` is the imported file below the root, or undefined for a package from npm or Node. */
type Edge = Import & { readonly path: string; readonly target: string | undefined }

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) || /\/testing(\/|\.tsx?$)/.test(path)
const isUnder = (path: string | undefined, folder: string) => path?.startsWith(`${folder}/`) ?? false

/** The feature a file belongs to, as `server/zones` or `web/zones`. */
function featureOf(path: string | undefined): string | undefined {
  const match = /^apps\/(server|web)\/src\/features\/([^/]+)\//.exec(path ?? '')
  return match ? `${match[1]}/${match[2]}` : undefined
}

/** Folders of an app that know no product words, so that features can stand on them. */
function toolFolderOf(path: string): string | undefined {
  const match =
    /^apps\/server\/src\/(lib|rpc|live|db)\//.exec(path) ??
    /^apps\/web\/src\/(lib|ui|map|live|offline)\//.exec(path)
  return match?.[1]
}

type Rule = (edge: Edge) => string | undefined

const domainStandsAlone: Rule = ({ path, target, specifier }) => {
  if (!isUnder(path, 'packages/domain/src')) return
  if (isUnder(target, 'packages/domain/src')) return
  if (isTest(path) && target === undefined) return
  return `The domain is pure rules: it knows no "${specifier}". Pass what it needs as an argument; I/O, clock and network belong to apps/server or apps/web.`
}

const contractKnowsOnlyDomain: Rule = ({ path, target, specifier }) => {
  if (!isUnder(path, 'packages/contract/src')) return
  if (isUnder(target, 'apps'))
    return `The contract may only import the domain and libraries, not "${specifier}". What both sides need goes into packages/contract or packages/domain.`
  if (specifier.startsWith('node:') && !isTest(path))
    return `The contract also runs in the browser, which has no "${specifier}". Put this into apps/server.`
}

const packagesByName: Rule = ({ path, target, specifier }) => {
  if (!specifier.startsWith('.') || target === undefined) return
  const home = /^(packages|apps)\/[^/]+/.exec(path)?.[0]
  const there = /^packages\/([^/]+)\/src\/(.+)$/.exec(target)
  if (home && there && !isUnder(target, home)) return `Import it by name: "@muster/${there[1]}/${there[2]}".`
}

const appsStayApart: Rule = ({ path, target, specifier }) => {
  const from = /^apps\/([^/]+)/.exec(path)?.[1]
  const to = /^apps\/([^/]+)/.exec(target ?? '')?.[1]
  if (from && to && from !== to)
    return `apps/${from} must not import "${specifier}" of apps/${to}. What crosses the wire goes into packages/contract, a shared rule into packages/domain.`
}

const featuresStayApart: Rule = ({ path, target }) => {
  const from = featureOf(path)
  const to = featureOf(target)
  if (isTest(path) || !from || !to || from === to) return
  if (target === `apps/server/src/features/${to.slice('server/'.length)}/index.ts`) return
  if (from.startsWith('web/') && /\/public\.tsx?$/.test(target ?? '')) return
  return from.startsWith('server/')
    ? `${from} may call and read of ${to} only what its index.ts names. An effect on another feature travels as an event; a shared rule goes into packages/domain.`
    : `${from} must not import ${to}. Use what its public.ts offers, or offer it there. Shared looks go into ui/, shared tools into lib/, a shared rule into packages/domain.`
}

const toolsKnowNoFeature: Rule = ({ path, target }) => {
  const folder = toolFolderOf(path)
  if (isTest(path) || !folder || !featureOf(target)) return
  return `${folder}/ must not know the feature ${featureOf(target)}. Let app/ hand it in, or move the code into the feature.`
}

/** Settings and addresses are names, not assembly: everybody may know them. */
const SHARED_OF_APP = ['apps/server/src/app/env.ts', 'apps/web/src/app/paths.ts']

const onlyAppAssembles: Rule = ({ path, target }) => {
  const app = /^apps\/(server|web)\/src\/app\//.exec(target ?? '')?.[0]
  if (isTest(path) || !app || path.startsWith(app) || !isUnder(path, 'apps')) return
  if (SHARED_OF_APP.includes(target ?? '')) return
  return `app/ puts the parts together, so no part may import it. Take what you need as an argument, or move it to lib/${app.includes('web') ? ' or ui/' : ''}.`
}

const testToolsStayInTests: Rule = ({ path, target }) => {
  if (isTest(path) || !/^apps\/[^/]+\/src\/testing\//.test(target ?? '') || !isUnder(path, 'apps')) return
  return 'testing/ is for tests only. What the product needs goes into lib/ or the feature.'
}

const rules: readonly Rule[] = [
  domainStandsAlone,
  contractKnowsOnlyDomain,
  packagesByName,
  appsStayApart,
  featuresStayApart,
  toolsKnowNoFeature,
  onlyAppAssembles,
  testToolsStayInTests,
]

/** Holds all files against the import rules of DESIGN section 4. Paths are relative to the root, with slashes. */
export function findImportProblems(files: readonly SourceFile[]): Finding[] {
  return files.flatMap(({ path, text }) => [
    ...barrelProblem(path),
    ...readImports(text).flatMap(found => {
      const edge = { ...found, path, target: resolveTarget(path, found.specifier) }
      return rules.flatMap(rule => {
        const message = rule(edge)
        return message ? [{ path, line: found.line, message }] : []
      })
    }),
  ])
}

function barrelProblem(path: string): Finding[] {
  if (!/^(apps|packages)\/.*\/index\.[cm]?[jt]sx?$/.test(path)) return []
  // What a server feature offers to the others.
  if (/^apps\/server\/src\/features\/[^/]+\/index\.ts$/.test(path)) return []
  return [
    {
      path,
      line: 1,
      message: 'No barrels: import the file that holds the thing, and name this one after what it holds.',
    },
  ]
}

function resolveTarget(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  const workspace = /^@muster\/(domain|contract|server|web)(?:\/(.*))?$/.exec(specifier)
  if (!workspace) return undefined
  const [, name, rest = ''] = workspace
  return name === 'domain' || name === 'contract' ? `packages/${name}/src/${rest}` : `apps/${name}/${rest}`
}

const STATEMENT = /^[ \t]*(?:import|export)\s+(?:type\s)?(?:[^'"`;]*?\sfrom\s*)?(['"])([^'"\n]+)\1/gm
const CALL = /\b(?:import|require)\(\s*(['"])([^'"\n]+)\1/g

function readImports(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, comment => comment.replace(/[^\n]/g, ' '))
  const lineOf = (index: number) => code.slice(0, index).split('\n').length
  return [
    ...[...code.matchAll(STATEMENT)].map(it => ({ specifier: it[2] ?? '', line: lineOf(it.index) })),
    ...[...code.matchAll(CALL)].map(it => ({ specifier: it[2] ?? '', line: lineOf(it.index) })),
  ]
}
