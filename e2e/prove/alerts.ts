import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, faults, healthyNode } from './alerts/faults.ts'

const rulesFile = fileURLToPath(new URL('../../deploy/monitoring/muster.rules.yml', import.meta.url))

/**
 * Checks the alert rules with promtool: a healthy node fires none, and each fault fires exactly its own rules. The faults begin after an
 * hour, and the rules are evaluated half an hour later.
 */
export async function proveAlerts(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-alerts-'))
  const testFile = join(folder, 'tests.json')
  try {
    await writeFile(testFile, renderTests())
    const checks = [
      ['check', 'rules', rulesFile],
      ['test', 'rules', testFile],
    ]
    const results = checks.map(args => spawnSync('promtool', args, { stdio: 'inherit' }).status)
    const hasPassed = results.every(status => status === 0)
    if (hasPassed)
      console.log(`A healthy node fires no rule, and each of ${faults.length} faults fires its own.`)
    return hasPassed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Renders promtool's tests. JSON is valid YAML. */
const renderTests = (): string =>
  JSON.stringify({
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: [{ name: 'a healthy node', series: [], fires: [] }, ...faults].map(renderTest),
  })

function renderTest({ name, series, fires }: Fault) {
  const changed = new Set(series.map(it => it.series))
  const input = [...healthyNode.filter(it => !changed.has(it.series)), ...series]
  return {
    name,
    interval: '1m',
    input_series: input,
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '95m',
        exp_samples: fires.map(alert => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  }
}
