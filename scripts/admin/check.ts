import { checkInstallation, type Finding } from '../../apps/server/src/app/command-line/check-installation.ts'
import { withDatabase } from '../lib/with-database.ts'
import type { AdminRun } from './commands.ts'

const marks: Record<Finding['state'], string> = { good: 'ok ', watch: '!  ', bad: 'BAD' }

export const run: AdminRun = async env => {
  const findings = await checkInstallation(env, work => withDatabase(env, work))
  for (const { state, name, text } of findings) console.log(`${marks[state]} ${name.padEnd(12)}${text}`)
  const badCount = findings.filter(({ state }) => state === 'bad').length
  console.log(badCount > 0 ? `\n${badCount} of these must be put right.` : '\nNothing is wrong.')
  return badCount > 0 ? 1 : 0
}
