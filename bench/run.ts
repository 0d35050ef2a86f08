import { benchChecks } from './checks.ts'
import { benchGeofence } from './geofence.ts'

const benches: Record<string, () => Promise<object>> = { checks: benchChecks, geofence: benchGeofence }

const name = process.argv[2] ?? ''
const bench = benches[name]
if (!bench) {
  console.error(`Which benchmark? npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exit(2)
}
// The result is the last line on standard output; progress goes to standard error.
console.log(JSON.stringify(await bench()))
