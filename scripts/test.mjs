// `npm test`: runs everything and ends with one line of counts. `npm test -- unit dom` only runs these parts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { createMemoryFolder } from './lib/memory-folder.mjs'
import { overBudget, slowness } from './lib/stage-budget.mjs'
import { closingLine } from './lib/test-counts.mjs'
import { helpText, readParts } from './lib/test-parts.mjs'
import { stages } from './lib/test-stages.mjs'
import { cache, fail } from './lib/workspace.mjs'

const parts = readParts(process.argv.slice(2))
if (parts.problem) fail(parts.problem)
if (parts.help) {
  console.log(helpText)
  process.exit()
}

await ensureInstalled('full')
// Node caches compiled code for the many processes that load the same modules: tools, workers, and the servers of the journeys.
process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled')
const reports = mkdtempSync(join(tmpdir(), 'muster-reports-'))
const dataFolder = createMemoryFolder() ?? tmpdir()
const all = []
const failed = []
const times = []

async function runStage({ run }, output) {
  const before = slowness()
  const startedAt = performance.now()
  const outcome = await run({ reports, dataFolder }, output)
  return { ...outcome, before, seconds: (performance.now() - startedAt) / 1000 }
}

const chosenStages = stages.filter(it => parts.parts.includes(it.part))
/** The stages that run beside an earlier one: what they print, and their outcome. */
const running = new Map()
// A failed part does not prevent the following ones from running.
for (const stage of chosenStages) {
  const { part, title } = stage
  for (const other of chosenStages.filter(it => it.beside === part)) {
    const texts = []
    running.set(other, { texts, outcome: runStage(other, { write: text => texts.push(text) }) })
  }
  console.log(`\n── ${title} ──`)
  const started = running.get(stage)
  const { counts, files, failures = [], before, seconds } = await (started?.outcome ?? runStage(stage))
  if (started) process.stdout.write(started.texts.join(''))
  all.push(counts)
  failed.push(...failures)
  times.push(`${part} ${seconds.toFixed(0)} s`)
  const problem = overBudget({ part, seconds, slowness: Math.max(before, slowness()), files })
  if (!problem) continue
  console.error(problem)
  all.push({ failed: 1 })
}
for (const folder of [reports, ...(dataFolder === tmpdir() ? [] : [dataFolder])])
  rmSync(folder, { recursive: true, force: true })

// Repeat the failures at the end, because often only the end of a long log is kept.
for (const line of failed) console.log(`FAILED  ${line}`)
console.log(`\n${times.join(', ')}\n${closingLine(all)}`)
process.exitCode = all.some(counts => counts.failed > 0) ? 1 : 0
