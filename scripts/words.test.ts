import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Strings in which being "in" a zone has another meaning, with the reason. */
const allowed = [
  // SQL, not text on a screen.
  'zone_id in $' + '{enteredZones}',
  // The specification's own wording, about membership.
  'You do not have permission to view users in this zone',
  // Working in a zone differs from being present in it; this describes what a PIN opens.
  'You can work in ${',
  // A group, not a zone.
  'in $' + '{group.name}',
  // What people are told to do in an emergency.
  'Stay inside ${',
  // Visits, which are presence.
  'Nobody was seen inside ${',
  'Download who is inside a zone, or its visits',
  'Viewed the list of people inside a zone.',
  'Exported who is inside a zone',
  // What an emergency tells the people inside to do.
  'Stay inside ${',
  // The list of a zone's members, named like the dialog in the specification.
  'Users in ${',
]

/** Patterns for phrases that say somebody is in a zone: "in ${zone.name}", "in any zone", "inside your zones". */
const sayings = [
  String.raw`\b(in|inside) \$\{[A-Za-z.]*([zZ]one|\.name|zoneName)[A-Za-z.]*\}`,
  String.raw`\b(are|is|be|stay|remain|longer|already|users|people|anybody|somebody) (in|inside) (any|your|this|that|the|a) zones?\b`,
  String.raw`\bzones? (you|they) are in\b`,
]
/** Places that are about presence itself, and therefore excluded. */
const presence = [':!apps/web/src/features/presence', ':!**/*presence*', ':!**/*inside*']
const places = [
  'apps/web/src',
  'apps/server/src',
  'packages/contract/src',
  'packages/domain/src',
  ...presence,
]

it('only presence texts say that people are in a zone; membership and an entered PIN use other words', () => {
  const patterns = sayings.flatMap(saying => ['-e', `.*${saying}.*`])
  const matches = execFileSync(
    'git',
    ['grep', '-hiPo', ...patterns, '--', ...places, ':!*.test.*', ':!*/testing/*'],
    { encoding: 'utf8' },
  )
  const lines = matches
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !/^(\/\/|\/?\*|--)/.test(line))
  expect(lines.filter(line => !allowed.some(text => line.includes(text)))).toEqual([])
  // Guard against a search that no longer matches anything.
  expect(lines.length).toBeGreaterThanOrEqual(allowed.length)
})

/** Patterns of unsuitable names: participles, and verbs for which the field has other terms. The glossary is in ARCHITECTURE.md. */
const riddles = [
  '(found|asked|seen|made|told|kept|said|heard|given|held|wish|wished|taken|gone|lost|begun|wanted|named)',
  '(tell|told|settle|heed|mend|wish|asked|heard|held|kept|said)[A-Z][A-Za-z]*',
  'or[A-Z][a-z][A-Za-z]*',
  '[a-z][A-Za-z0-9]*[a-z0-9]Of',
  '[A-Za-z]+(Wish|Told|Asked|Said|Heard|Kept|Elsewhere|Anew)',
]
/** Names that match but read as English, with the reason. */
const names = [
  // Grants access to a call in the zone of the item that its input names.
  'inZoneOf',
]

it('code names functions with a verb and a noun, and values with a noun', () => {
  const lines = execFileSync(
    'git',
    [
      'grep',
      '-hPo',
      '-e',
      String.raw`^.*\b(const|let|function\*?|class|type) \K(${riddles.join('|')})\b`,
      '--',
      'packages/**/*.ts',
      'apps/server/**/*.ts',
      'apps/web/**/*.ts',
      'apps/web/**/*.tsx',
      'apps/mobile/**/*.ts',
      'apps/mobile/**/*.tsx',
      'e2e/**/*.ts',
      'bench/**/*.ts',
      'scripts/**/*.ts',
      'scripts/**/*.mjs',
    ],
    { encoding: 'utf8' },
  ).split('\n')
  expect([...new Set(lines)].filter(name => name !== '' && !names.includes(name))).toEqual([])
  // Guard against a search that no longer matches anything.
  expect(lines).toContain('inZoneOf')
})
