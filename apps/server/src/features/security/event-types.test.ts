import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { securityEventTypes, userActions } from '@muster/domain/security-event.ts'
import { expect, it } from 'vitest'

const sourceFolder = join(import.meta.dirname, '..', '..')
const sources = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.(ts|sql)$/.test(name) && !name.includes('.test.') && !name.includes('testing'))
  .map(name => ({ name, text: readFileSync(join(sourceFolder, name), 'utf8') }))
const sourceText = sources.map(({ text }) => text).join('\n')

const auditFile = join(sourceFolder, '..', '..', '..', 'packages', 'domain', 'src', 'audit.ts')
const auditEvents = [...readFileSync(auditFile, 'utf8').matchAll(/^ {2}'?([a-z_]+(?::[a-z_]+)?)'?:[ \n]/gm)]
  .map(([, event = '']) => event)
  .filter(event => securityEventTypes.some(type => type === event.split(':')[0]))

// The compiler rejects unlisted types and texts. These tests find listed ones that are no longer written.
it.each(securityEventTypes)('%s has a text, or is written by a trigger', type => {
  const isWritten =
    auditEvents.some(event => event.split(':')[0] === type) ||
    sources.some(({ name, text }) => name.endsWith('.sql') && text.includes(`'${type}'`))
  expect(isWritten).toBe(true)
})

it.each(auditEvents)('%s is written somewhere', event => {
  expect(sourceText.includes(`'${event}'`)).toBe(true)
})

it('is written only by `audit`, which takes type, severity and text from the domain', () => {
  const writers = sources.filter(({ text }) =>
    /insertInto\('security_events'\)|insert into security_events/.test(text),
  )
  expect(writers.filter(({ name }) => name.endsWith('.ts')).map(({ name }) => name)).toEqual([
    join('features', 'security', 'security.queries.ts'),
  ])
})

it("every repeatable action on one's own account is rate-limited in the database", () => {
  const rateRule = readFileSync(join(sourceFolder, 'db', 'functions', 'security', 'bound-events.sql'), 'utf8')
  const rateLimitedTypes = [...rateRule.matchAll(/'(login_successful|user_action_\w+)'/g)].map(
    ([, type]) => type,
  )
  expect(rateLimitedTypes.sort()).toEqual(
    ['login_successful', ...userActions.map(it => `user_action_${it}`)].sort(),
  )
})
