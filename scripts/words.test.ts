import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Texts in which being "in" a zone has another meaning, with the reason. */
const allowed = [
  // SQL, not a text.
  'zone_id in $' + '{enteredZones}',
  // The specification's own wording, about membership.
  'You do not have permission to view users in this zone',
  // Working in a zone differs from standing in it; this describes what a PIN opens.
  'You can work in ${',
  // A group, not a zone.
  'in $' + '{group.name}',
  // Visits, which are presence.
  'Nobody was seen inside ${',
  'Download who is inside a zone, or its visits',
  // The list of a zone's members, named as the dialog in the specification.
  'Users in ${',
]

/** Phrases that say somebody is in a zone: "in ${zone.name}", "in any zone", "inside your zones". */
const sayings = [
  String.raw`\b(in|inside) \$\{[A-Za-z.]*([zZ]one|\.name|zoneName)[A-Za-z.]*\}`,
  String.raw`\b(are|is|be|stay|remain|longer|already|users|people|anybody|somebody) (in|inside) (any|your|this|that|the|a) zones?\b`,
  String.raw`\bzones? (you|they) are in\b`,
]
/** Places that show presence itself. */
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
  const found = execFileSync(
    'git',
    ['grep', '-hiPo', ...patterns, '--', ...places, ':!*.test.*', ':!*/testing/*'],
    { encoding: 'utf8' },
  )
  const lines = found
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !/^(\/\/|\/?\*)/.test(line))
  expect(lines.filter(line => !allowed.some(text => line.includes(text)))).toEqual([])
  // Guard against a search that no longer matches anything.
  expect(lines.length).toBeGreaterThanOrEqual(allowed.length)
})
