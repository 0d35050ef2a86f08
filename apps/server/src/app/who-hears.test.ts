import { type FeedEvent, feedEvent } from '@muster/contract/feed.ts'
import { type Role, roles } from '@muster/domain/role.ts'
import { expect, it } from 'vitest'
import { type FeedViewer, ruleOf } from '../live/event-rules.ts'
import { eventRules } from './events.ts'
import { exampleOf } from './example-of.ts'
import { differences, rolesText } from './testing/access-table/roles-of.ts'
import { events } from './testing/access-table/topics.ts'

/** One of every kind. All people in them are one and the same. */
const examples = feedEvent.options.map(schema => exampleOf(schema, 'output') as FeedEvent)
const { userId: subject } = examples.find(it => it.kind === 'user.changed') as { userId: string }
const somebodyElse = '0192f0c0-0000-7000-8000-00000000aaaa'

const sees = (event: FeedEvent, userId: string, role: Role | null) => {
  const viewer: FeedViewer = { userId, role, linkTo: path => path }
  return ruleOf(eventRules, event)?.seenBy(viewer, event)
}

it('the table says of every event where it is heard, and who is told what it says of somebody else', () => {
  const lines = examples.map(event => {
    const told = roles.filter(role => sees(event, somebodyElse, role))
    return `${event.kind} | ${ruleOf(eventRules, event)?.on.join(' ')} | ${rolesText(told)}`
  })
  expect(differences('topics.ts', events, lines)).toEqual([])
})

it('what is heard on one’s own topic one is told of oneself, in whatever role', () => {
  const own = examples.filter(event => ruleOf(eventRules, event)?.on.includes('user'))
  expect(own.length).toBeGreaterThan(8)
  expect(own.filter(event => !sees(event, subject, null)).map(it => it.kind)).toEqual([])
})
