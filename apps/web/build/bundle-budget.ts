import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { bundleReport, overBudget } from './bundle-report.ts'

/** Fails a build whose initial JavaScript exceeds the budget, and writes a report of what each screen loads. */
export function bundleBudget({ initialBytes, reportTo }: { initialBytes: number; reportTo: string }): Plugin {
  return {
    name: 'muster:bundle-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const report = bundleReport(Object.values(bundle).filter(output => output.type === 'chunk'))
      mkdirSync(reportTo, { recursive: true })
      writeFileSync(join(reportTo, 'bundle.txt'), `${report.lines.join('\n')}\n`)
      const problem = overBudget(report, initialBytes)
      if (problem) this.error(problem)
    },
  }
}
