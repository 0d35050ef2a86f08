import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { sourceLanguage } from '@muster/domain/language.ts'
import { describe, expect, it } from 'vitest'
import { compareCatalogue } from './testing/compare-catalogue.ts'
import { findLooseTexts } from './testing/find-loose-texts.ts'
import { untranslatedTexts } from './testing/untranslated-texts.ts'

const config = getConfig()
const catalogs = await getCatalogs(config)
const translations = config.locales.filter(code => code !== sourceLanguage)

describe.each(catalogs.map(catalog => [catalog.path, catalog] as const))('the catalogue %s', (_, catalog) => {
  it('contains every translatable string of the source and no others; `npm run extract` updates it', async () => {
    const source = (await catalog.collect()) ?? {}
    for (const code of [sourceLanguage, ...translations])
      expect(compareCatalogue(source, (await catalog.read(code)) ?? {}), code).toEqual([])
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

  it.each(translations)('counts in every form of %s, or in one that fits every number', async code => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
    const problems = Object.values((await catalog.read(code)) ?? {}).flatMap(({ translation = '' }) =>
      listPluralForms(compileMessage(translation))
        .filter(forms => forms.join() !== 'other' && pluralCategories.some(it => !forms.includes(it)))
        .map(forms => `${translation} has only ${forms}`),
    )
    expect(problems).toEqual([])
  })
})

/** Returns the forms of each plural in a message, also of those within others. */
function listPluralForms(parts: ReturnType<typeof compileMessage>): string[][] {
  return parts.flatMap(part => {
    if (typeof part === 'string') return []
    const branches: Record<string, unknown> = Object(part[2])
    const within = Object.values(branches).flatMap(it => (Array.isArray(it) ? listPluralForms(it) : []))
    return part[1] === 'plural' ? [Object.keys(branches).filter(it => it !== 'offset'), ...within] : within
  })
}

it('finds the forms of a plural', () => {
  const message = 'a {b, plural, one {x} other {{c, plural, other {#}}}}'
  expect(listPluralForms(compileMessage(message))).toEqual([['one', 'other'], ['other']])
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

it('finds a missing and an unused entry of a catalogue', () => {
  const source = { a: { message: 'Close' }, b: { message: 'Open' } }
  const catalogue = { b: { message: 'Open' }, c: { message: 'Save' } }
  expect(compareCatalogue(source, catalogue)).toEqual(['missing: Close', 'unused: Save'])
})

describe('the strings outside the catalogues', () => {
  const sources = execFileSync('git', ['ls-files', 'apps/*/src/*', 'packages/*/src/*'], { encoding: 'utf8' })
    .split('\n')
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\.d\.ts$|\.generated\./.test(path))
  const looseTexts = sources.flatMap(path => {
    const code = readFileSync(path, 'utf8')
    return findLooseTexts(code, { isTsx: path.endsWith('x'), isShown: isShown(path, code) }).map(
      ({ place, text }) => `${path} | ${place} | ${text}`,
    )
  })

  it('are all listed with a reason', () => {
    expect(looseTexts.filter(it => !untranslatedTexts.some(({ pattern }) => pattern.test(it)))).toEqual([])
  })

  it('use every listed reason', () => {
    const unused = untranslatedTexts.filter(({ pattern }) => !looseTexts.some(it => pattern.test(it)))
    expect(unused.map(({ reason }) => reason)).toEqual([])
  })
})

/** Returns true for a module of the apps, and for one of the server that writes texts for people. Others write mostly for programs. */
function isShown(path: string, code: string): boolean {
  if (/^apps\/(web|mobile)\//.test(path)) return true
  return (
    path.startsWith('apps/server/') && (code.includes('@lingui/') || /(-mails?|\.alerts)\.ts$/.test(path))
  )
}

describe('findLooseTexts', () => {
  it.each([
    ['text between tags', '<p>Not live</p>', 'Not live'],
    ['an expression between tags', '<p>{isOpen ? "open" : <Trans>closed</Trans>}</p>', 'open'],
    ['a concatenation between tags', '<p>{count + " people"}</p>', '… people'],
    ['an attribute', '<input aria-label="search" />', 'search'],
    [
      'a conditional attribute',
      '<input placeholder={isShort ? undefined : "name or email"} />',
      'name or email',
    ],
    ['a template in an attribute', `<p aria-label={\`\${shown} \${total ?? "in total"}\`} />`, 'in total'],
    ['a concatenation in an attribute', '<p title={"by " + name} />', 'by …'],
    ['a capitalised attribute of a component', '<Fact name="Skills" />', 'Skills'],
    ['an attribute of an element in a message', '<Trans>Read <a title="all">more</a></Trans>', 'all'],
    ['an expression in a message', '<Trans>It is {isOpen ? "open" : state}.</Trans>', 'open'],
    ['a value of a message', `const text = t\`It is \${isOpen ? 'open' : state}.\``, 'open'],
    ['an attribute of a component called Select', '<Select label="role" />', 'role'],
    ['a label that a helper returns', 'const toWord = () => "Excellent"', 'Excellent'],
    ['a sentence that a helper returns', 'const why = () => "nothing is stored."', 'nothing is stored.'],
    ['a phrase that a helper returns', 'function toState() { return "not seen" }', 'not seen'],
    ['a property that is shown', 'const chart = { label: "peak" }', 'peak'],
    ['a template that puts a word beside a value', `const count = () => \`\${people} people\``, '… people'],
    ['a toast', 'toast.error("Could not save")', 'Could not save'],
    ['a heading of a file', 'const header = ["Email", email]', 'Email'],
    ['the text of a mail', 'await mailer.send({ to, subject: "Your report", text })', 'Your report'],
    ['a refusal', 'throw fail("FORBIDDEN", undefined, "This zone is closed.")', 'This zone is closed.'],
  ])('finds %s', (_, code, text) => {
    expect(findLooseTexts(code, { isTsx: true, isShown: true }).map(it => it.text)).toEqual([text])
  })

  it.each([
    '<Trans>Not live</Trans>',
    '<p title={t`Not live`}>{plural(count, { one: "# person", other: "# people" })}</p>',
    `<p>{t\`Since \${{ day }}\`} {t({ message: 'Open', context: 'of a door' })}</p>`,
    '<Plural value={count} one="# person" other={<Trans>many people</Trans>} />',
    '<Box p="4px 16px" className="row open" />',
    'const kind = "location"',
    `const width = \`\${columns}rem \${rows}px\``,
    'if (kind === "Polygon") throw new Error("No polygon here.")',
    'class Refused extends Error { constructor() { super("The server refused it.") } }',
    'console.warn("The outbox cannot be changed:", error)',
    'request.log.info("Muster is ready")',
  ])('ignores %s', code => {
    expect(findLooseTexts(code, { isTsx: true, isShown: true })).toEqual([])
  })

  it('ignores strings for programs in a module that shows nothing, but not sentences and capitalised words', () => {
    const code = `const values = ['session ended', \`file \${id}\`, 'Signed out', 'the folder is full.']`
    expect(findLooseTexts(code, { isShown: false }).map(it => it.text)).toEqual([
      'Signed out',
      'the folder is full.',
    ])
  })

  it('names the place of a text', () => {
    expect(findLooseTexts('const row = { name: toName("Former member") }', { isShown: true })).toEqual([
      { text: 'Former member', place: 'row > name > toName()' },
    ])
  })
})
