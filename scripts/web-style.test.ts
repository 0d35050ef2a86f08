import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const listFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the lines of these files that match the pattern, as `file: line`. */
const findLines = (files: readonly string[], pattern: RegExp) =>
  files.flatMap(file =>
    read(file)
      .split('\n')
      .filter(line => pattern.test(line))
      .map(line => `${file}: ${line.trim()}`),
  )

it('every name is shown in its own text direction, independent of its surroundings', () => {
  const output =
    /<(\w+)([^<>]*)>\s*\{(?:\w+\.)*(?:name|(?:zone|user|member|display|person)Name(?:\([^{}]*\))?)(?: \|\| [^{}]*)?\}\s*<\//g
  const names = listFiles('apps/web/src/*.tsx').flatMap(file =>
    [...read(file).matchAll(output)].map(([text, tag, attributes]) => ({ file, text, tag, attributes })),
  )
  const bare = names.filter(
    ({ tag, attributes }) => tag !== 'Name' && tag !== 'bdi' && !attributes?.includes('dir="auto"'),
  )
  // `dt` elements are labels in a list of facts, not names.
  expect(bare.filter(({ tag }) => tag !== 'dt').map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  expect(names.length - bare.length).toBeGreaterThan(5)
})

it('Back closes everything that opens over the page', () => {
  const opens =
    /import \{[^}]*\b(?:Menu|Select|MultiSelect|Autocomplete|TagsInput|Combobox|Popover|HoverCard|Modal|Drawer)\b[^}]*\} from '@mantine\/core'/
  const files = listFiles('apps/web/src/*.tsx').filter(file => opens.test(read(file)))
  expect(files.length).toBeGreaterThan(3)
  // Import the menu, the select or the dialog of `ui/` instead, or use its hook.
  expect(files.filter(file => !/use-(back-closes|dialog-frame)\.ts'/.test(read(file)))).toEqual([])
})

describe('one idiom each', () => {
  const pages = listFiles('apps/web/src/*.tsx').filter(
    file => !/\.test\.|\/testing\/|\/ui\/(?:forms|states)\//.test(file),
  )

  it('forms are an ActForm, or a Form where there is no dialog with one action', () => {
    const ownLayout = [
      'groups/composer',
      'maps/map-settings-form',
      'security/account-check',
      'security/clean-up-section',
    ]
    const forms = pages.filter(file => /<form\b/.test(read(file)))
    expect(forms).toEqual(ownLayout.map(file => `apps/web/src/features/${file}.tsx`))
    // Two pairs of buttons that take turns, and the steps of drawing a zone.
    const ownButtons = ['documents/upload-dialog', 'zones/accept-invitations', 'zones/drawing/zone-steps']
    const buttons = pages.filter(file => /<FormButtons\b/.test(read(file)))
    expect(buttons).toEqual(ownButtons.map(file => `apps/web/src/features/${file}.tsx`))
  })

  it('props do not repeat the defaults of the theme', () => {
    const repeated = {
      ActionIcon: /\s(?:variant="subtle"|color="gray")/,
      Text: /\ssize="sm"/,
      Card: /\swithBorder\b(?!=)/,
      Badge: /\svariant="light"/,
      Anchor: /\sinherit\b(?!=)/,
    }
    const findRepeated = (text: string) =>
      [...text.matchAll(/<(ActionIcon|Text|Card|Badge|Anchor)\b((?:=>|[^<>])*)/g)]
        .filter(([, tag, props = '']) => repeated[tag as keyof typeof repeated].test(props))
        .map(([tag]) => tag)
    expect(findRepeated('<Text size="sm" c="dimmed">')).toHaveLength(1)
    expect(pages.flatMap(file => findRepeated(read(file)).map(tag => `${file}: ${tag}`))).toEqual([])
  })

  it('plain text between tags uses t; Trans is for texts with elements or several lines', () => {
    const plain = /<Trans>[^<>{}&`$\n]*<\/Trans>/
    expect(plain.test('<h2><Trans>Zones</Trans></h2>')).toBe(true)
    expect(findLines(listFiles('apps/web/src/*.tsx'), plain)).toEqual([])
  })

  it('list filters use FilterSelect, and dialogs use useDialogs for their open state', () => {
    expect(findLines(pages, /value=\{search\.\w+ \?\? 'all'\}/)).toEqual([])
    const byName = /opened=\{(?!search\.)[\w.]+ === '/
    expect(findLines(pages, byName)).toEqual([
      // The check opens it by itself.
      "apps/web/src/features/presence/check-position.tsx: opened={state.step === 'needs-entry'}",
    ])
  })

  it('dialogs that hold one form or view use inDialog', () => {
    const wrapper =
      /<ResponsiveDialog\s+opened=\{(?:\w+\.)?opened\}[\s\S]*?>\s*<[A-Z]\w*(?:\s+(?:(\w+)=\{\1\}|\{\.\.\.\w+\}))*\s*\/>\s*<\/ResponsiveDialog>/
    const example = '<EditForm zone={zone} {...rest} />'
    expect(
      wrapper.test(`<ResponsiveDialog opened={opened} onClose={onClose}>\n${example}\n</ResponsiveDialog>`),
    ).toBe(true)
    expect(pages.filter(file => wrapper.test(read(file)))).toEqual([
      // Its form takes no part of the frame that its caller chooses.
      'apps/web/src/features/emergencies/declare-dialog.tsx',
    ])
  })

  it('a list is read page by page with usePages', () => {
    const paged = listFiles('apps/web/src/*.ts', 'apps/web/src/*.tsx').filter(
      file => !/\.test\./.test(file) && /\.\.\.cursorPaging\b/.test(read(file)),
    )
    // These two use useInfiniteQuery: the badges inside are selected from loaded pages, and the unlisted zone stops at its row.
    expect(paged).toEqual([
      'apps/web/src/features/badges/use-badges-inside.ts',
      'apps/web/src/lib/session/use-unlisted-zone.ts',
      'apps/web/src/lib/use-pages.ts',
    ])
  })

  it('a day is played back by one slider', () => {
    const days = pages.filter(file => file.includes('/features/days/'))
    const sliders = days.filter(file => /type="range"|<(?:Range)?Slider\b/.test(read(file)))
    expect(sliders).toEqual(['apps/web/src/features/days/day-player.tsx'])
  })

  it('people inside are counted by the server, and never added up', () => {
    const part = '(?:[oO]ccupancy|byBadge|byPhone|[vV]isitors)'
    const sum = new RegExp(`${part}\\s\\+\\s|\\s\\+\\s[\\w.]*${part}\\b`)
    const code = listFiles('apps/web/src/*.ts', 'apps/web/src/*.tsx').filter(
      file => !/\.test\.|\/testing\//.test(file),
    )
    expect(sum.test('zone.currentOccupancy + byBadge.people')).toBe(true)
    expect(findLines(code, sum)).toEqual([])
  })

  it('the skeleton and the failure of a read come from Loaded', () => {
    const skeleton = '<(?:List|CardGrid)?Skeleton\\b[^<>]*/>'
    const failure = '<(?:ErrorState|FailedLine)\\b(?:=>|[^<>])*/>'
    // Only conditions stand between them.
    const between = '[\\s(){}:?&|!]*(?:(?:return|if|[\\w.]+)[\\s(){}:?&|!]*){0,6}'
    const byHand = new RegExp(`${skeleton}${between}${failure}|${failure}${between}${skeleton}`)
    expect(pages.filter(file => byHand.test(read(file)))).toEqual([
      // A folded list shows its failure, but no skeleton.
      'apps/web/src/features/dashboards/recent-list.tsx',
      // A picture that is renewed, and a list whose rows come from two calls.
      'apps/web/src/features/files/file-preview.tsx',
      'apps/web/src/features/presence/inside-people.tsx',
      // Not one query: the zone may also be the one of the list.
      'apps/web/src/features/zones/detail/zone-drawer.tsx',
    ])
  })
})

describe('styles', () => {
  const sheets = listFiles('apps/web/src/*.css')

  it("font sizes are in rem, so they follow the browser's font size", () => {
    expect(sheets.length).toBeGreaterThan(20)
    expect(findLines(sheets, /font(-size)?:[^;]*\dpx/)).toEqual([])
    const code = listFiles('apps/web/src/*.tsx', 'apps/web/src/app/theme.ts')
    expect(findLines(code, /font-?size['"]?:\s*(['"`][\d.]+px|\d|Math)/i)).toEqual([])
  })

  it('icon sizes are in rem, so they grow with the text beside them', () => {
    const icons = listFiles('apps/web/src/*.tsx', ':!apps/web/src/ui/button.tsx').flatMap(file =>
      [...read(file).matchAll(/<(?!ActionIcon\b)(?:Icon\w*|\w*Icon)\b(?:[^<>]|=>)*?\/>/g)].map(
        ([icon]) => `${file}: ${icon}`,
      ),
    )
    expect(icons.length).toBeGreaterThan(100)
    expect(icons.filter(icon => /\bsize=(?!"[\d.]+rem")/.test(icon))).toEqual([])
    // Icons without a size use the library's default, which is in pixels.
    expect(icons.filter(icon => /<Icon[A-Z]/.test(icon) && !icon.includes('size='))).toEqual([])
  })

  it('sides follow the direction of the text', () => {
    const side =
      /(?<![\w-])(?:(?:margin|padding|border|scroll-\w+)-)?(?:left|right)(?:-(?:width|color|style))?:/
    const corner = /border-(?:top|bottom)-(?:left|right)-radius:/
    const value = /(?:text-align|float|clear):\s*(?:left|right)\b|translateX\((?!calc\([^;]*var\(--m-along\))/
    /** True for a shorthand whose second and fourth values, right and left, differ. */
    const hasUnequalSides = (line: string): boolean => {
      const [, list] =
        /(?<![\w-])(?:inset|margin|padding|border-(?:width|color|style)):(.*);/.exec(line) ?? []
      const values = list?.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
      return values.length === 4 && values[1] !== values[3]
    }
    const physical = findLines(sheets, /:/).filter(
      line => [side, corner, value].some(it => it.test(line)) || hasUnequalSides(line),
    )
    expect(physical).toEqual([
      // Placed by the coordinates of the pointer.
      'apps/web/src/map/draw/draw-shape.module.css: left: 0;',
      // The library of the maps has its scale and sources at the left in every language, and maps are not mirrored.
      'apps/web/src/map/map-surface.module.css: right: 12px;',
    ])
    const code = listFiles('apps/web/src/*.tsx')
    const prop =
      /\b(?:margin|padding|border)(?:Left|Right)\b|\bta="(?:left|right)"|textAlign: '(?:left|right)'|\s(?:m|p)[lr]=/
    expect(findLines(code, prop)).toEqual([])
  })

  it('style sheets compose the patterns of shared.css instead of repeating them', () => {
    const shared = read('apps/web/src/ui/styles/shared.css')
    const sharedNames = new Set([...shared.matchAll(/\.([a-z]\w+)(?=[ ,:>])/gi)].map(([, name]) => name))
    const toDeclarations = (body: string) => [...body.matchAll(/^ *([a-z-]+: [^;]+);$/gm)].map(([, it]) => it)
    const patterns = new Map<string, (string | undefined)[]>()
    for (const [, names = '', body = ''] of shared.matchAll(/^ {2}((?:\.\w+,\s+)*\.\w+) \{([^{}]*)\}/gm))
      for (const [, name = ''] of names.matchAll(/\.(\w+)/g))
        patterns.set(name, [...(patterns.get(name) ?? []), ...toDeclarations(body)])
    expect(patterns.size).toBeGreaterThan(10)
    const rules = sheets.flatMap(file =>
      [...read(file).matchAll(/^\.(\w+) \{([^{}]*)/gm)].map(([, name, body = '']) => ({
        rule: `${file}: .${name}`,
        composed: /composes: (.*) from global/.exec(body)?.[1]?.split(' ') ?? [],
        declarations: toDeclarations(body),
      })),
    )
    expect(rules.flatMap(it => it.composed).filter(name => !sharedNames.has(name))).toEqual([])
    const repeating = rules.flatMap(({ rule, declarations }) =>
      [...patterns]
        .filter(([, lines]) => lines.length > 1 && lines.every(line => declarations.includes(line ?? '')))
        .map(([name]) => `${rule} could compose ${name}`),
    )
    // `.row` of the same file sets its own display, which a class in the layer would not override.
    expect(repeating).toEqual(['apps/web/src/ui/people/people-table.module.css: .compact could compose row'])
  })

  it('hover styles only apply with a pointer, because a finger would leave them on', () => {
    const open = sheets.filter(file => {
      // Remove blocks that require a pointer, including their content.
      const rest = read(file).replace(/@media \(hover: hover\) \{(?:[^{}]|\{[^{}]*\})*\}/g, '')
      return rest.includes(':hover')
    })
    expect(open).toEqual([])
  })
})

describe('a failure of the server shows its reference', () => {
  const files = listFiles('apps/web/src/*.ts', 'apps/web/src/*.tsx').filter(
    file => !/\.test\.|\/testing\/|\/map\/|\/geolocation\//.test(file),
  )
  /** The functions that add the reference, and those of a screen that end with them. */
  const fromOnePlace =
    /\b(?:\w*[eE]rrorText\w*|withReference|errorReference|toNextPageError|\w*FailureText|failureText)\b|(?<!\.)\bsignUpFailure\b|<BroadcastProblem/
  /** Returns the rest of an expression: up to the closing bracket of what surrounds it, or the comma after it. */
  const readExpression = (text: string, start: number) => {
    let depth = 0
    for (let at = start; at < text.length; at++) {
      if ('([{'.includes(text[at] ?? '')) depth++
      else if (')]}'.includes(text[at] ?? '') && --depth < 0) return text.slice(start, at)
      else if (text[at] === ',' && depth === 0) return text.slice(start, at)
    }
    return text.slice(start)
  }
  /** Returns the expressions after a pattern, as `file: expression`. */
  const findExpressions = (pattern: RegExp) =>
    files.flatMap(file => {
      const text = read(file)
      return [...text.matchAll(pattern)].map(match => ({
        file,
        text: readExpression(text, match.index + match[0].length)
          .replace(/\s+/g, ' ')
          .trim(),
      }))
    })
  const withoutReference = (expressions: readonly { file: string; text: string }[]) =>
    expressions.filter(({ text }) => !fromOnePlace.test(text)).map(({ file, text }) => `${file}: ${text}`)

  it('in the texts of actions and dialogs', () => {
    const texts = findExpressions(/\b(?:failed|failure)(?:: |=\{)\(?error(?:: \w+)?\)? =>/g)
    expect(texts.length).toBeGreaterThan(20)
    expect(withoutReference(texts)).toEqual([])
  })

  it('in the functions that describe a failure', () => {
    const describers = files.flatMap(file =>
      [
        ...read(file).matchAll(
          /\n(?:export )?(?:const|function) (\w*[fF]ailureText)\b[\s\S]*?(?=\n(?:export|const|function|\/\*\*|type) |$)/g,
        ),
      ]
        .map(([text]) => text)
        .filter(text => /\(error: \w+/.test(text))
        .map(text => ({ file, text: text.slice(text.indexOf('(error')) })),
    )
    expect(describers.length).toBeGreaterThan(8)
    expect(withoutReference(describers)).toEqual([])
  })

  it('where a handler shows the failure of a call', () => {
    const handlers = files.flatMap(file => {
      const text = read(file)
      return [
        ...text.matchAll(/catch \((?:error|problem)\) \{|onError(?:: |\()\(?error\b[^)=]*\)?(?: =>)? \{/g),
      ].map(match => ({
        file,
        text: readExpression(text, match.index + match[0].length)
          .replace(/\s+/g, ' ')
          .trim(),
      }))
    })
    const shown = handlers
      .filter(({ text }) => /notifyFailure\(|notify\.error\(|setProblem\(/.test(text))
      // The messages of these errors already have the reference, or no call was made to the server.
      .filter(({ text }) => !/instanceof (?:UploadError|NoServerError)\b/.test(text))
    expect(shown.length).toBeGreaterThan(5)
    expect(withoutReference(shown)).toEqual([])
  })

  it('in the error states of pages', () => {
    const shown = findExpressions(/\b\w+\.isError && \(?(?=\s*<(?:ProblemAlert|Text|Alert))/g)
    expect(shown.length).toBeGreaterThan(3)
    expect(withoutReference(shown)).toEqual([])
  })
})
