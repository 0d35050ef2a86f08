import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { securityEventTypes, userActions } from '@muster/domain/security-event.ts'
import { expect, it } from 'vitest'

const sourceFolder = join(import.meta.dirname, '..', '..')
const sourceText = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.(ts|sql)$/.test(name) && !name.includes('.test.'))
  .map(name => readFileSync(join(sourceFolder, name), 'utf8'))
  .join('\n')

// The compiler rejects unlisted types. This test finds listed types that are no longer written, whose log filter would match
// nothing.
it.each(securityEventTypes)('%s is written somewhere', type => {
  const searchText = userActions.find(action => type === `user_action_${action}`) ?? type
  expect(sourceText.includes(`'${searchText}'`)).toBe(true)
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
