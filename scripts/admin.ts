// `npm run admin -- <command> …`: commands for operators on the server's machine, whether Muster runs or not (docs/admin.md).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { toStartProblem } from '../apps/server/src/app/start-problems.ts'
import { readEnv } from '../apps/server/src/platform/env.ts'
import { type AdminCommand, adminCommands } from './admin/commands.ts'
import { readArguments } from './lib/command.mjs'
import { main } from './lib/operator.ts'

const usage = `Usage: npm run admin -- ${Object.keys(adminCommands).join(' | ')} (--help says more)`

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined
if (name === '--help' || name === '-h') console.log(createOverview())
else if (!command) {
  console.error(usage)
  process.exitCode = 2
} else if (command.kind === 'script') await runScript(command.script)
else await runCommand(command)

function createOverview(): string {
  const width = Math.max(...Object.keys(adminCommands).map(it => it.length)) + 2
  return [
    'npm run admin -- <command> [--help]',
    '',
    'Commands for operators, on the embedded database and on DATABASE_URL. They read the same settings as the server.',
    '',
    ...Object.entries(adminCommands).map(([it, { about }]) => `  ${it.padEnd(width)}${about}`),
  ].join('\n')
}

async function runCommand({ about, words, values, options, load }: AdminCommand): Promise<void> {
  const given = readArguments(
    {
      name: 'admin',
      prefix: name,
      about,
      ...(words && { words }),
      ...(values && { values }),
      ...(options && { options }),
    },
    args,
  )
  await main(async () => {
    const { run } = await load()
    const env = readEnv()
    try {
      process.exitCode = (await run(env, given)) ?? 0
    } catch (error) {
      throw new Error(toStartProblem(error, env) ?? (error as Error).message)
    }
  })
}

/** Runs another script of this folder, which reads the arguments of the process itself. */
async function runScript(script: string): Promise<void> {
  const path = join(import.meta.dirname, script)
  if (!existsSync(path)) {
    console.error(`This version of Muster has no command ${name}.`)
    process.exitCode = 1
    return
  }
  process.argv.splice(2, 1)
  await import(pathToFileURL(path).href)
}
