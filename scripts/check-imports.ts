import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { findImportProblems } from './import-rules.ts'

const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) }).map(
  path => ({
    path: path.replaceAll(sep, '/'),
    text: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
  }),
)
const problems = findImportProblems(files)
for (const { path, line, message } of problems) console.error(`${path}:${line}  ${message}`)
if (files.length === 0) console.error('No source files were found; the pattern is wrong.')
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0
