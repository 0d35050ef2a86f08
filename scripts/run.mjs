// Runs a TypeScript program of the workspace with Node 24: `node scripts/run.mjs scripts/backup.ts …`.
import { ensureInstalled } from './lib/install.mjs'
import { fail, runInForeground } from './lib/workspace.mjs'

/** The packages of a start suffice for operators' programs. Those for developers also need test tools, linters or browsers. */
const isForOperators = /^scripts\/(admin|backup|bundle|move-database|restore)\.ts$/

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Name the program to run.')
await ensureInstalled(isForOperators.test(script) ? 'start' : 'full')
await runInForeground(script, args)
