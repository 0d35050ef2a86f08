import { Writable } from 'node:stream'
import { formatWithOptions } from 'node:util'

type LogEntry = {
  level?: number
  time?: number
  msg?: string
  err?: { message?: string; stack?: string }
} & Record<string, unknown>

/** Fields omitted from the details, because they are already part of the line or of no use to the reader. */
const omittedFields = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname'])

const labelsByLevel: Record<number, string> = { 40: 'Warning: ', 50: 'Error: ', 60: 'Fatal: ' }

/** Maximum characters of all details in one line. */
const MAX_DETAILS_CHARS = 400

/** The time of day, the message, the details, and an error's stack. Any other line stays unchanged. */
export function toReadableLine(line: string): string {
  let entry: LogEntry
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const { time, level = 30, msg = '', err } = entry
  const timeOfDay = new Date(time ?? 0).toTimeString().slice(0, 8)
  const details = Object.entries(entry)
    .filter(([name]) => !omittedFields.has(name))
    .map(([name, value]) => `${name}: ${formatDetail(value)}`)
    .join(', ')
  const text = [msg, details && `(${truncate(details)})`].filter(Boolean).join(' ')
  const lines = err ? (err.stack ?? err.message ?? '').split('\n') : []
  const stack = lines.map(it => `\n          ${stripControls(it)}`).join('')
  return `${timeOfDay}  ${labelsByLevel[level] ?? ''}${stripControls(text)}${stack}\n`
}

export const createReadableLog = (terminal: NodeJS.WritableStream): Writable =>
  new Writable({
    decodeStrings: false,
    write(line: string | Buffer, _encoding, done) {
      terminal.write(toReadableLine(line.toString()))
      done()
    },
  })

const formatDetail = (value: unknown) =>
  typeof value === 'string' ? value : formatWithOptions({ depth: 2, breakLength: Infinity }, value)

const truncate = (text: string) =>
  text.length > MAX_DETAILS_CHARS ? `${text.slice(0, MAX_DETAILS_CHARS)} …` : text

/** Replaces control characters with spaces, because external text must not move a terminal's cursor or change its colours. */
const stripControls = (text: string) => text.replace(/\p{Cc}+/gu, ' ')
