import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { pseudoLanguage, sourceLanguage } from '@muster/domain/language.ts'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

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
  .filter(path => path.endsWith('.tsx') && !/\.test\.|\/testing\//.test(path))

const textAttributes = ['alt', 'aria-label', 'description', 'label', 'placeholder', 'title']
const macros = ['Trans', 'Plural', 'Select', 'SelectOrdinal']

it.each(sources)('%s has no string outside a catalogue', path => {
  const code = readFileSync(path, 'utf8')
  const texts: string[] = []
  collectTexts(parseAst(code, { lang: 'tsx' }), texts)
  expect(texts).toEqual([])
})

/** Collects the strings between tags and in attributes that no macro translates. */
function collectTexts(node: unknown, texts: string[]): void {
  if (typeof node !== 'object' || node === null) return
  const { type, name, value, openingElement } = node as Partial<
    Record<string, { name?: unknown; value?: unknown }>
  >
  const kind: unknown = type
  if (kind === 'JSXElement' && macros.includes(toName(openingElement?.name))) return
  if (kind === 'JSXText' && isText(value)) texts.push(String(value).trim())
  if (kind === 'JSXAttribute' && textAttributes.includes(toName(name)) && isText(value?.value))
    texts.push(String(value?.value))
  if (kind === 'JSXElement' || kind === 'JSXFragment') collectChildStrings((node as Parent).children, texts)
  for (const child of Object.values(node)) collectTexts(child, texts)
}

type Parent = { readonly children: readonly { readonly type: string; readonly expression?: Expression }[] }
type Expression = {
  readonly type: string
  readonly value?: unknown
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
  readonly consequent?: Expression
  readonly alternate?: Expression
  readonly left?: Expression
  readonly right?: Expression
}

/** Collects the strings in expressions between tags: `{' and '}`, `{isOpen ? 'open' : 'closed'}`. */
function collectChildStrings(children: Parent['children'], texts: string[]): void {
  const visit = (expression: Expression | undefined) => {
    if (!expression) return
    const { type, value, quasis, consequent, alternate, left, right } = expression
    const words = type === 'TemplateLiteral' ? quasis?.map(part => part.value.cooked).join(' ') : value
    if (['Literal', 'TemplateLiteral'].includes(type) && isText(words)) texts.push(String(words).trim())
    if (type === 'ConditionalExpression') for (const branch of [consequent, alternate]) visit(branch)
    if (type === 'LogicalExpression') for (const side of [left, right]) visit(side)
  }
  for (const { type, expression } of children) if (type === 'JSXExpressionContainer') visit(expression)
}

const toName = (node: unknown) => String((node as { name?: unknown } | undefined)?.name ?? '')
/** Returns true for text that is the same in every language: example URLs and codes, and the product's name. */
const isSample = (value: string) => /^(Muster|https?:\S+|\/\S+|[\w-]+(\.\w+)+|[X-]+)$/.test(value.trim())
const isText = (value: unknown) =>
  typeof value === 'string' && /\p{Letter}{2}/u.test(value) && !isSample(value)

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
