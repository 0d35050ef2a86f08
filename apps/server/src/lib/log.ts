import pino, { type Logger } from 'pino'
import { createReadableLog } from './readable-log.ts'

/** Creates the logger of the process, which writes readable lines to a terminal, and one JSON line per entry elsewhere. */
export function createLog(level: string, terminal: NodeJS.WriteStream = process.stdout): Logger {
  const options = { level, serializers: { err: describeError } }
  return terminal.isTTY ? pino(options, createReadableLog(terminal)) : pino(options)
}

/** Maximum characters of an error's text, which may repeat user input. */
const MAX_TEXT_CHARS = 2_000

const truncate = (text: string | undefined) =>
  text !== undefined && text.length > MAX_TEXT_CHARS
    ? `${text.slice(0, MAX_TEXT_CHARS)} … (${text.length} characters)`
    : text

/**
 * Picks the parts of an error to log. Its other properties are left out, because errors from the database driver contain their
 * whole connection, including its keys.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name } = error
  const [message, stack] = [truncate(error.message), truncate(error.stack)]
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { name, message, code, stack, cause }
}
