import { readFileSync } from 'node:fs'
import { metricList } from '@muster/server/src/features/metrics/metric-list.ts'
import { expect, it } from 'vitest'
import { faults, healthyNode } from './faults.ts'

const read = (path: string) =>
  readFileSync(new URL(`../../../deploy/monitoring/${path}`, import.meta.url), 'utf8')
const rules = read('muster.rules.yml')
const dashboard = read('muster-dashboard.json')

/** Returns the names of metrics in a text. */
const findNames = (text: string) => [
  ...new Set(text.match(/\b(?:muster|http|nodejs|process)_[a-z0-9]+_?[a-z0-9_]*/g) ?? []),
]
/** Metrics of every Node.js program, from prom-client, that the rules and the dashboard use. */
const nodeMetrics = [
  'nodejs_eventloop_lag_p99_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
]
const isKnown = (name: string) => name.replace(/_bucket$/, '') in metricList || nodeMetrics.includes(name)

it('the rules, their faults and the dashboard name metrics that exist', () => {
  const series = [...healthyNode, ...faults.flatMap(it => it.series)].map(it => it.series).join('\n')
  for (const text of [rules, dashboard, series]) {
    expect(findNames(text).filter(name => !isKnown(name))).toEqual([])
    expect(findNames(text).length).toBeGreaterThan(15)
  }
})

it('every rule has a fault that fires it, a severity, a summary and what to do', () => {
  const blocks = rules.split('- alert: ').slice(1)
  const alerts = blocks.map(block => block.split('\n')[0])
  expect(alerts.length).toBeGreaterThan(15)
  expect(new Set(faults.flatMap(it => it.fires))).toEqual(new Set(alerts))
  for (const block of blocks) {
    expect(block).toMatch(/labels: \{ severity: (critical|warning) \}/)
    expect(block).toMatch(/summary: \S/)
    expect(block).toMatch(/description: \S/)
  }
})

it('the labels that a rule selects by have the values that the metrics give them', () => {
  const selected = [...rules.matchAll(/\b(kind|state|part|pool|outcome)="([a-z_]+)"/g)]
  expect(selected.length).toBeGreaterThan(3)
  const values = Object.values(metricList).flatMap(it =>
    'labels' in it ? Object.values(it.labels).flat() : [],
  )
  for (const [, , value] of selected) expect(values).toContain(value)
})
