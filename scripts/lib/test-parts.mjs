import { parseArgs } from 'node:util'

/** The parts of `npm test`, in order. */
export const parts = {
  checks: 'format, lint, import rules, types, dead code',
  unit: 'pure tests, without a database or a page (*.test.ts)',
  pg: 'tests on a PostgreSQL of their own (*.pg.test.ts)',
  dom: 'tests of components (*.test.tsx)',
  web: 'the build of the web app',
  journeys: 'the product in a browser (e2e/journeys); builds the web app first',
}

export const helpText = `npm test                  runs everything
npm test -- <part> …      runs these parts only

${Object.entries(parts)
  .map(([name, what]) => `  ${name.padEnd(10)} ${what}`)
  .join('\n')}

One file: npx vitest run <path>. One journey: npx playwright test -c e2e/playwright.config.ts -g "<name>".`

/**
 * Parses the command line; `problem` describes invalid arguments.
 * @param {string[]} args
 * @returns {{ parts: string[], help: boolean, problem?: string }}
 */
export function readParts(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: true,
    })
    const strange = positionals.filter(it => !Object.hasOwn(parts, it))
    if (strange.length > 0)
      return none(`There is no part "${strange.join('", "')}". There are: ${Object.keys(parts).join(', ')}.`)
    return { parts: positionals.length > 0 ? positionals : Object.keys(parts), help: values.help === true }
  } catch (error) {
    return none(`${error.message}\n\n${helpText}`)
  }
}

const none = problem => ({ parts: [], help: false, problem })
