import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Texts where being "in" a zone is meant otherwise, and why. */
const allowed = [
  // SQL, not a text.
  'zone_id in $' + '{enteredZones}',
  // The specification's own words, of membership.
  'You do not have permission to view users in this zone',
  // To work in a zone is not to stand in it; the words for what a PIN opens.
  'You can work in ${',
  // A group, not a zone.
  'in $' + '{group.name}',
  // Of visits, which are presence.
  'Nobody was seen inside ${',
  'Download who is inside a zone, or its visits',
  // The name of the list of those who belong to a zone, as the specification's dialog is called.
  'Users in ${',
]

/** What says that somebody is in a zone: "in ${zone.name}", "in any zone", "inside your zones". */
const sayings = [
  String.raw`\b(in|inside) \$\{[A-Za-z.]*([zZ]one|\.name|zoneName)[A-Za-z.]*\}`,
  String.raw`\b(are|is|be|stay|remain|longer|already|users|people|anybody|somebody) (in|inside) (any|your|this|that|the|a) zones?\b`,
  String.raw`\bzones? (you|they) are in\b`,
]
/** Where presence itself is shown. */
const presence = [':!apps/web/src/features/presence', ':!**/*presence*', ':!**/*inside*']
const places = [
  'apps/web/src',
  'apps/server/src',
  'packages/contract/src',
  'packages/domain/src',
  ...presence,
]

it('only presence puts people in a zone: who belongs to it or entered their PIN is said in other words', () => {
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
  // The search itself still finds what it is for.
  expect(lines.length).toBeGreaterThanOrEqual(allowed.length)
})
