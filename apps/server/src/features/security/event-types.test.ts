import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownActions, securityEventTypes } from '@muster/domain/security-event.ts'
import { expect, it } from 'vitest'

const sources = join(import.meta.dirname, '..', '..')
const written = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.(ts|sql)$/.test(name) && !name.includes('.test.'))
  .map(name => readFileSync(join(sources, name), 'utf8'))
  .join('\n')

// The compiler rejects unlisted types. This test finds listed types that are no longer written, whose log filter would match
// nothing.
it.each(securityEventTypes)('%s is written somewhere', type => {
  const word = ownActions.find(action => type === `user_action_${action}`) ?? type
  expect(written.includes(`'${word}'`)).toBe(true)
})

it("every repeatable action on one's own account is rate-limited in the database", () => {
  const rule = readFileSync(join(sources, 'db', 'functions', 'security', 'bound-events.sql'), 'utf8')
  const gathered = [...rule.matchAll(/'(login_successful|user_action_\w+)'/g)].map(([, type]) => type)
  expect(gathered.sort()).toEqual(['login_successful', ...ownActions.map(it => `user_action_${it}`)].sort())
})
