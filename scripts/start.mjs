// `npm start`: installs and builds what is missing, then runs the server in the foreground. Can be started with Node 18, which then
// installs Node 24.
import { ensureWebBuilt } from './lib/build-web.mjs'
import { readArguments } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { serverEnvironment, serverNodeOptions } from './lib/server-memory.mjs'
import { fail, runInForeground } from './lib/workspace.mjs'

readArguments({
  name: 'start',
  about: 'Installs and builds what is missing, starts the database and Muster, and says where it is.',
  settings: {
    PORT: 'where it listens (4280)',
    HOST: 'on which address (0.0.0.0)',
    DATA_DIR: 'where everything is kept (./data)',
    DATABASE_URL: 'a PostgreSQL of your own',
    DEMO: '0 starts without the demo organisation',
    SIGN_UP: 'open, invited or closed: who creates their own account (open)',
    LOG_LEVEL: 'debug shows every detail of the start',
  },
})
await ensureInstalled('start')
if ((await ensureWebBuilt()) !== 0) fail('The web app could not be built; the message is above.')
console.log('Starting …')
await runInForeground('apps/server/src/app/main.ts', [], {
  nodeOptions: serverNodeOptions,
  environment: serverEnvironment,
})
