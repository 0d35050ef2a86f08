import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser'
import { importRules, readOptions, resolveOptions, tests } from '../import-rules.ts'

export type Finding = {
  readonly rule: string
  readonly from: string
  readonly to: string
  readonly message: string
}

/**
 * Checks the source files of the packages, the server and the web app below a root against the import rules. Also returns the
 * number of files read.
 */
export async function findImportProblems(root: string): Promise<{ findings: Finding[]; files: number }> {
  const places = ['packages/domain/src', 'packages/contract/src', 'apps/server/src', 'apps/web/src']
  const { output } = await cruise(
    places,
    { ...readOptions, baseDir: root, validate: true, ruleSet: { forbidden: importRules } },
    resolveOptions,
  )
  const { modules, summary } = output as ICruiseResult
  const messages = new Map(importRules.map(rule => [rule.name, rule.comment ?? '']))
  const broken = summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
    message: messages.get(rule.name) ?? '',
  }))
  return { findings: [...broken, ...featureCircles(modules)], files: modules.length }
}

const toFeature = (path: string) => /^apps\/(?:server|web)\/src\/features\/[^/]+/.exec(path)?.[0]

/** Finds cycles between features, through any of their files; the library only detects cycles between files. */
function featureCircles(modules: readonly IModule[]): Finding[] {
  const isTest = new RegExp(tests)
  const needs = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = toFeature(source)
    if (!from || isTest.test(source)) continue
    const others = needs.get(from) ?? needs.set(from, new Set()).get(from)
    for (const { resolved } of dependencies) {
      const to = toFeature(resolved)
      if (to && to !== from) others?.add(to)
    }
  }
  const reaches = (from: string, to: string, visited = new Set<string>()): boolean =>
    [...(needs.get(from) ?? [])].some(next => {
      if (next === to) return true
      if (visited.has(next)) return false
      visited.add(next)
      return reaches(next, to, visited)
    })
  return [...needs].flatMap(([from, others]) =>
    [...others]
      .filter(to => reaches(to, from))
      .map(to => ({
        rule: 'features-not-in-a-circle',
        from,
        to,
        message:
          'Two features need each other. Let one tell the other by an event, or move what both need to packages/domain, lib/ or ui/.',
      })),
  )
}
