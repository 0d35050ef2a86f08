// Parses command-line arguments: plain JavaScript for Node 18, because some commands run before anything is installed.
import { parseArgs } from 'node:util'

/**
 * Returns the words and options given to a command, its help text, or the problem with the arguments.
 * @param {import('./command.d.mts').Command} command
 * @param {string[]} args
 * @returns {import('./command.d.mts').Asked}
 */
export function parseArguments(command, args) {
  const { options = {}, values: valued = {}, choices } = command
  let parsed
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      strict: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(Object.keys(options).map(name => [name, { type: 'boolean' }])),
        ...Object.fromEntries(Object.keys(valued).map(name => [name, { type: 'string' }])),
      },
    })
  } catch (error) {
    return { problem: `${error.message.split(/\. |\n/)[0].replace(/\.$/, '')}.` }
  }
  const { values: given, positionals: words } = parsed
  if (given.help) return { help: createHelp(command) }
  if (choices && words.length === 0) return { problem: 'Which one?' }
  if (choices && !Object.hasOwn(choices, words[0]))
    return { problem: `There is no ${command.name} "${words[0]}".` }
  const max = (choices ? 1 : 0) + (command.words?.length ?? 0)
  if (words.length > max) return { problem: `"${words[max]}" is too much.` }
  const missing = command.words?.find((word, index) => word.required && words[index] === undefined)
  if (missing) return { problem: `${missing.name} is missing.` }
  const missingValue = Object.keys(valued).find(name => valued[name].required && !given[name])
  if (missingValue) return { problem: `--${missingValue} is missing.` }
  const isValue = ([name]) => Object.hasOwn(valued, name)
  return {
    words,
    options: Object.fromEntries(Object.entries(given).filter(it => !isValue(it))),
    values: Object.fromEntries(Object.entries(given).filter(isValue)),
  }
}

/**
 * Parses the arguments of the process. `--help` prints the help and exits; invalid arguments exit with code 2.
 * @param {import('./command.d.mts').Command} command
 * @returns {import('./command.d.mts').Arguments}
 */
export function readArguments(command, args = process.argv.slice(2)) {
  const arguments_ = parseArguments(command, args)
  if ('help' in arguments_) {
    console.log(arguments_.help)
    process.exit(0)
  }
  if ('problem' in arguments_) {
    console.error(`${arguments_.problem}\n\n${createHelp(command)}`)
    process.exit(2)
  }
  return arguments_
}

/** @param {import('./command.d.mts').Command} command */
function createHelp({ name, prefix, about, choices, words = [], values = {}, options = {}, settings = {} }) {
  const usage = [
    ...(prefix ? [prefix] : []),
    ...(choices ? ['<name>'] : []),
    ...words.map(word => (word.required ? `<${word.name}>` : `[${word.name}]`)),
    ...Object.entries(values).map(([name, it]) => {
      const call = `--${name} <${it.name}>`
      return it.required ? call : `[${call}]`
    }),
    ...Object.keys(options).map(option => `[--${option}]`),
  ].join(' ')
  // npm only forwards arguments after `--`.
  const call = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
  return [
    usage ? `${call} -- ${usage}` : call,
    '',
    about,
    ...list('Names', choices ?? {}),
    ...list('Words', Object.fromEntries(words.map(word => [word.name, word.about]))),
    ...list(
      'Options',
      Object.fromEntries([
        ...Object.entries(values).map(([name, it]) => [`--${name} <${it.name}>`, it.about]),
        ...Object.entries(options).map(([option, text]) => [`--${option}`, text]),
      ]),
    ),
    ...list('Environment', settings),
  ].join('\n')
}

/** @param {string} title @param {Record<string, string>} entries */
function list(title, entries) {
  const rows = Object.entries(entries)
  if (rows.length === 0) return []
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return ['', `${title}:`, ...rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`)]
}
