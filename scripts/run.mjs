// Runs a TypeScript program of the workspace with Node 24: `node scripts/run.mjs scripts/backup.ts …`.
import { ensureInstalled } from './lib/install.mjs'
import { fail, runInForeground } from './lib/workspace.mjs'

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Name the program to run.')
await ensureInstalled(/^(bench|apps\/mobile)\//.test(script) ? 'full' : 'start')
await runInForeground(script, args)
