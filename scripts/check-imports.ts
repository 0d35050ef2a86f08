import { fileURLToPath } from 'node:url'
import { findImportProblems } from './lib/find-import-problems.ts'

const { findings, files } = await findImportProblems(fileURLToPath(new URL('..', import.meta.url)))
for (const { rule, from, to, message } of findings) console.error(`${from} -> ${to}\n    ${rule}: ${message}`)
if (files === 0) console.error('No source files were found.')
process.exitCode = findings.length > 0 || files === 0 ? 1 : 0
