// Prints one line for each step of a command: plain JavaScript for Node 18, because it runs before anything is installed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns true if LOG_LEVEL requests the live output of the tools. */
export const wantsDetails = (environment = process.env) =>
  /^(debug|trace)$/i.test(environment.LOG_LEVEL?.trim() ?? '')

/** The number of output lines shown for a failed step. The full output is in its file. */
const tailLineCount = 60

/**
 * Runs a step and prints one line with its title and duration. The output of its tools is written to a file, and shown if the
 * step fails; with LOG_LEVEL=debug it is shown live.
 * @param {{ title: string, log: string }} step `log`: the file for the output
 * @param {import('./step.d.mts').StepWork} work
 * @param {import('./step.d.mts').StepOutput} [stream]
 * @returns {Promise<number>} the exit code
 */
export async function runStep({ title, log }, work, stream = process.stdout) {
  const isVerbose = wantsDetails()
  stream.write(`${title} …${isVerbose ? '\n' : ' '}`)
  const startedAt = Date.now()
  const { code, output, shown = output } = await work(isVerbose)
  const seconds = Math.max(1, Math.round((Date.now() - startedAt) / 1_000))
  if (!isVerbose) saveLog(log, output)
  if (code === 0) {
    stream.write(isVerbose ? `${title}: done in ${seconds} s\n` : `done in ${seconds} s\n`)
    return code
  }
  stream.write(isVerbose ? '' : 'failed\n')
  if (!isVerbose) stream.write(`${shown && `${takeTail(shown)}\n`}All of its output: ${log}\n`)
  return code
}

/** @param {string} output */
const takeTail = output => output.trimEnd().split('\n').slice(-tailLineCount).join('\n')

/** @param {string} log @param {string} output */
function saveLog(log, output) {
  try {
    mkdirSync(join(log, '..'), { recursive: true })
    writeFileSync(log, output)
  } catch {
    // A log that cannot be written must not prevent a start.
  }
}
