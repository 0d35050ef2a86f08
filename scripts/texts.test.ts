import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { pseudoLanguage, sourceLanguage } from '@muster/domain/language.ts'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { findLooseTexts } from './testing/find-loose-texts.ts'

const config = getConfig()
const catalogs = await getCatalogs(config)
const translations = config.locales.filter(code => code !== sourceLanguage && code !== pseudoLanguage)

describe.each(catalogs.map(catalog => [catalog.path, catalog] as const))('the catalogue %s', (_, catalog) => {
  it('contains every translatable string of the source and no others; `npm run extract` updates it', async () => {
    const collected = Object.keys((await catalog.collect()) ?? {}).sort()
    for (const code of [sourceLanguage, ...translations])
      expect(Object.keys((await catalog.read(code)) ?? {}).sort(), code).toEqual(collected)
  }, 60_000)

  it.each(translations)('contains a translation of every string into %s', async code => {
    const entries = Object.values((await catalog.read(code)) ?? {})
    expect(entries.filter(({ translation }) => !translation).map(({ message }) => message)).toEqual([])
  })

  it.each(translations)('keeps the placeholders of every string in %s', async code => {
    const english = (await catalog.read(sourceLanguage)) ?? {}
    const problems = Object.entries((await catalog.read(code)) ?? {}).flatMap(
      ([id, { translation = '' }]) => {
        const message = english[id]?.message ?? ''
        const [expected, actual] = [readPlaceholders(message), readPlaceholders(translation)]
        return expected.join() === actual.join() ? [] : [`${message} → ${translation}`]
      },
    )
    expect(problems).toEqual([])
  })
})

/** Returns the names of the values and tags in a message: `zone` in `{zone, plural, …}`, `<0>`. */
function readPlaceholders(message: string): string[] {
  const names = new Set<string>()
  const visit = (parts: ReturnType<typeof compileMessage>) => {
    for (const part of parts) {
      if (typeof part === 'string') for (const [tag] of part.matchAll(/<\d+\/?>/g)) names.add(tag)
      else {
        names.add(part[0])
        for (const branch of Object.values(Object(part[2]))) if (Array.isArray(branch)) visit(branch)
      }
    }
  }
  visit(compileMessage(message))
  return [...names].sort()
}

const sources = execFileSync('git', ['ls-files', 'apps/web/src', 'apps/mobile/src'], { encoding: 'utf8' })
  .split('\n')
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\.d\.ts$|\.generated\./.test(path))

it('leaves no string of the web app or the native app outside a catalogue', () => {
  const texts = sources.flatMap(path =>
    findLooseTexts(readFileSync(path, 'utf8'), path.endsWith('x') ? 'tsx' : 'ts').map(
      text => `${path}: ${text}`,
    ),
  )
  expect(texts).toEqual([])
})

describe('findLooseTexts', () => {
  it.each([
    ['text between tags', '<p>Not live</p>', 'Not live'],
    ['an expression between tags', '<p>{isOpen ? "open" : <Trans>closed</Trans>}</p>', 'open'],
    ['an attribute', '<input aria-label="search" />', 'search'],
    ['a template in an attribute', `<p aria-label={\`\${shown} \${total ?? "in total"}\`} />`, 'in total'],
    ['a capitalised attribute of a component', '<Fact name="Skills" />', 'Skills'],
    ['a label that a helper returns', 'const toWord = () => "Excellent"', 'Excellent'],
    ['a sentence that a helper returns', 'const why = () => "nothing is stored."', 'nothing is stored.'],
    ['a template that puts a word beside a value', `const count = () => \`\${people} people\``, '… people'],
  ])('finds %s', (_, code, text) => {
    expect(findLooseTexts(code, 'tsx')).toEqual([text])
  })

  it.each([
    '<Trans>Not live</Trans>',
    '<p title={t`Not live`}>{plural(count, { one: "# person", other: "# people" })}</p>',
    '<Box p="4px 16px" className="row open" />',
    'const kind = "location app"',
    `const width = \`\${columns}rem \${rows}px\``,
    'if (kind === "Polygon") throw new Error("No polygon here.")',
    'class Refused extends Error { constructor() { super("The server refused it.") } }',
    'console.warn("The outbox cannot be changed:", error)',
  ])('ignores %s', code => {
    expect(findLooseTexts(code, 'tsx')).toEqual([])
  })
})

const messages = execFileSync('git', ['ls-files', 'apps/server/src'], { encoding: 'utf8' })
  .split('\n')
  .filter(path => /(-mails?|\.alerts)\.ts$/.test(path) && !/\/(testing\/|send-)/.test(path))

it.each(messages)('%s has no sentence outside a catalogue', path => {
  const texts: string[] = []
  collectSentences(parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }), texts)
  expect(texts).toEqual([])
})

/** Returns true for two or more words that begin with a capital or end like a sentence. */
const isSentence = (text: string) =>
  /\p{Letter}{2,}\s+\p{Letter}{2,}/u.test(text) && /^\p{Lu}|[.:?]\s*$/u.test(text)

/** Collects the sentences that are not in a tagged template such as `msg` or `sql`. */
function collectSentences(node: unknown, texts: string[]): void {
  if (typeof node !== 'object' || node === null) return
  const { type, value } = node as { readonly type?: unknown; readonly value?: { readonly cooked?: string } }
  if (['TaggedTemplateExpression', 'ImportDeclaration', 'NewExpression'].includes(String(type))) return
  const words = type === 'TemplateElement' ? value?.cooked : type === 'Literal' ? value : undefined
  if (typeof words === 'string' && isSentence(words)) texts.push(words)
  for (const child of Object.values(node)) collectSentences(child, texts)
}
