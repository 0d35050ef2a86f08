// Part of `npm run check`: licences of production packages, and a lockfile that alone decides what is installed.
import { readFileSync } from 'node:fs'
import { findLicenseProblems, findLockProblems } from './lib/licenses.ts'

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const problems = [...findLicenseProblems(packages), ...findLockProblems(packages)]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
