import { expect, test } from 'vitest'
import { adminTopic, parseTopic, topic, userTopic, zoneTopic } from './topic.ts'

const id = '018f0000-0000-7000-8000-000000000001'

test('a topic is unchanged after formatting and parsing', () => {
  expect(parseTopic(adminTopic)).toEqual({ kind: 'admin' })
  expect(parseTopic(zoneTopic(id))).toEqual({ kind: 'zone', id })
  expect(parseTopic(userTopic(id))).toEqual({ kind: 'user', id })
  expect(parseTopic(`group:${id}`)).toEqual({ kind: 'group', id })
})

test.each([
  '',
  'admin:',
  `admin:${id}`,
  'zone:',
  `user:zone:${id}`,
  `zone:${id} `,
  `zone:${id}\n`,
  `ZONE:${id}`,
  `zone:${id.toUpperCase()}`,
  `file:${id}`,
  `xxxxx${id}`,
  id,
])('%j is not a topic', text => {
  expect(parseTopic(text)).toBeNull()
  expect(topic.safeParse(text).success).toBe(false)
})
