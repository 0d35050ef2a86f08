import { expect, it } from 'vitest'
import { alertPath } from './alert-mail.ts'

const metadata = { answerTo: 'b1', personId: 'p1' }

it('an email opens the person who needs help, in the zone where the reader is responsible for them', () => {
  expect(alertPath({ metadata, zone_id: 'z1' })).toBe('/broadcasts?broadcast=b1&person=p1&in=z1')
})

it('an email opens only the broadcast if the alert belongs to no zone', () => {
  expect(alertPath({ metadata, zone_id: null })).toBe('/broadcasts?broadcast=b1')
})
