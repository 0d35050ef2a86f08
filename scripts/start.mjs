// `npm start`: installs and builds what is missing, then becomes the server. Runs on Node 18, which only has to get
// as far as installing Node 24.
import { ensureWebBuilt } from './lib/build-web.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fail, runInForeground } from './lib/workspace.mjs'

await ensureInstalled('start')
if ((await ensureWebBuilt()) !== 0) fail('The web app could not be built; the message is above.')
await runInForeground('apps/server/src/app/main.ts', process.argv.slice(2))
