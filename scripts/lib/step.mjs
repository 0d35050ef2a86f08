// Prints one line for each step of a command: plain JavaScript for Node 18, because it runs before anything is installed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns true if LOG_LEVEL requests the live output of the tools. */
export const wantsDetails = (environment = process.env) =>
  /^(debug|trace)$/i.test(environment.LOG_LEVEL?.trim() ?? '')

/** The number of output lines shown for a failed step. The full output is in its file. */
const lastLines = 60

/**
 * Runs a step and prints one line with its title and duration. The output of its tools is written to a file, and shown if the
 * step fails; with LOG_LEVEL=debug it is shown live.
 * @param {{ title: string, log: string }} step `log`: the file for the output
 * @param {import('./step.d.mts').StepWork} work
 * @param {import('./step.d.mts').StepOutput} [to]
 * @returns {Promise<number>} the exit code
 */
export async function runStep({ title, log }, work, to = process.stdout) {
  const loud = wantsDetails()
  to.write(`${title} …${loud ? '\n' : ' '}`)
  const began = Date.now()
  const { code, output, shown = output } = await work(loud)
  const seconds = Math.max(1, Math.round((Date.now() - began) / 1_000))
  if (!loud) keep(log, output)
  if (code === 0) {
    to.write(loud ? `${title}: done in ${seconds} s\n` : `done in ${seconds} s\n`)
    return code
  }
  to.write(loud ? '' : 'failed\n')
  if (!loud) to.write(`${shown && `${tail(shown)}\n`}All of its output: ${log}\n`)
  return code
}

/** @param {string} output */
const tail = output => output.trimEnd().split('\n').slice(-lastLines).join('\n')

/** @param {string} log @param {string} output */
function keep(log, output) {
  try {
    mkdirSync(join(log, '..'), { recursive: true })
    writeFileSync(log, output)
  } catch {
    // A log that cannot be written must not prevent a start.
  }
}
