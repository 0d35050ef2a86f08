import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const serverFolder = join(import.meta.dirname, '..', 'apps', 'server', 'src')

/** Forms that have been replaced everywhere, and what to write instead. */
const replacedForms = [
  {
    form: /await sql[<`]|`\s*\.execute\(/,
    instead: 'Tag the query with `many(tx)`, `one(tx)`, `oneOrNone(tx)` or `run(tx)` of db/rows.ts.',
  },
  {
    // `total: rows[0]?.total ?? 0` counts the rows of a window, of which there may be none.
    form: /(?<!total: (?:Number\()?)rows\[0\](?:\?\.\w+)? \?\? (?:0|false|\{)/,
    instead: 'Read the row with `one(tx)` of db/rows.ts, which throws: a bug must not read as zero.',
    except: ['backup', 'live', 'open-export'],
  },
  {
    form: /after(?:: [^,]+)?,\s*limit: limit \+ 1/,
    instead: 'Read a page of a list with `createCursors(…).read` of rpc/paging.ts.',
    except: ['rpc'],
  },
  {
    form: /\(\s*tx,\s*[\w.]+\.map\((\w+) => \1\.\w+\),?\s*\)/,
    instead: 'Pass the values of a column with `pluck(rows, …)` of db/rows.ts.',
  },
  {
    form: /async function \w+(?:<[^>]*>)?\((?:(?!\n\})[^`])*?\{\n {2}return (?:many|one|oneOrNone)\(/,
    instead:
      'Write a function that only reads as `const f = (tx: Tx) => many(tx)<Row>…`, with the type once.',
  },
]

const sources = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !/\.test\.|testing|db\/rows\.ts/.test(name))
  .map(name => ({ name, text: readFileSync(join(serverFolder, name), 'utf8') }))

it.each(replacedForms)('$instead', ({ form, except = [] }) => {
  const users = sources.filter(
    ({ name, text }) => !except.some(folder => name.startsWith(`${folder}/`)) && form.test(text),
  )
  expect(users.map(({ name }) => name)).toEqual([])
})
