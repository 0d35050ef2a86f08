import { benchChecks } from './checks.ts'

const benches: Record<string, () => Promise<object>> = { checks: benchChecks }

const name = process.argv[2] ?? ''
const bench = benches[name]
if (!bench) {
  console.error(`Which benchmark? npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exit(2)
}
// The result is the only line on standard output; progress goes to standard error.
console.log(JSON.stringify(await bench()))
