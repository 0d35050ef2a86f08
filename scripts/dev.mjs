// `npm run dev`: the server restarts and the web app reloads when a file changes. Open the URL that Vite prints.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readArguments } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode, root, toolEnvironment } from './lib/workspace.mjs'

readArguments({
  name: 'dev',
  about: 'Starts the server and the web app, which restart and reload when a file changes.',
})
await ensureInstalled('full')
const parts = [
  spawn(requireNode(), ['--watch', '--watch-preserve-output', 'apps/server/src/app/main.ts'], {
    cwd: root,
    env: toolEnvironment(),
    stdio: 'inherit',
  }),
  spawn(join(root, 'node_modules', '.bin', 'vite'), [], {
    cwd: join(root, 'apps', 'web'),
    env: toolEnvironment(),
    stdio: 'inherit',
  }),
]

// Neither the server nor the web app is useful alone, so when one ends, the other is stopped. The server gets the time it needs to
// stop.
const stop = () => {
  for (const part of parts) part.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
for (const part of parts) {
  part.once('exit', code => {
    process.exitCode ||= code ?? 0
    stop()
  })
}
