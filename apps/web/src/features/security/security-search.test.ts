import { expect, it } from 'vitest'
import { toDateTimeLocalValue } from '../../lib/local-field.ts'
import { countFilters, parseInstant, parseSecuritySearch, toServerFilter } from './security-search.ts'

const user = '0192f0c0-0000-7000-8000-000000000001'

it('filters, section and details are read from the URL', () => {
  expect(
    parseSecuritySearch({
      section: 'audit',
      type: 'login_failed',
      severity: 'high',
      user,
      q: 'yard',
      from: '2026-11-20T10:00:00+01:00',
      event: 57,
    }),
  ).toEqual({
    section: 'audit',
    type: 'login_failed',
    severity: 'high',
    user,
    q: 'yard',
    from: '2026-11-20T09:00:00.000Z',
    to: undefined,
    event: 57,
    notice: undefined,
  })
})

it('invalid values are ignored', () => {
  const parsedSearch = parseSecuritySearch({
    section: 'secrets',
    type: '',
    severity: 'dreadful',
    user: 'ana',
    from: 'yesterday',
    to: 7,
    event: -1,
    notice: '../x',
  })
  expect(Object.values(parsedSearch).filter(value => value !== undefined)).toEqual([])
})

it('digits are searched for, even if a hand-typed URL yields a number', () => {
  expect(parseSecuritySearch({ q: 42 }).q).toBe('42')
})

it('implausible years, such as a half-typed one, are ignored', () => {
  expect(parseInstant('0202-01-01T00:00')).toBeUndefined()
  expect(parseInstant('2026-02-31T99:00')).toBeUndefined()
})

it('a search is trimmed, and a blank one is not sent', () => {
  expect(toServerFilter({ q: ' yard ' }).search).toBe('yard')
  expect(toServerFilter({ q: '  ' }).search).toBeUndefined()
})

it('the active filters are counted', () => {
  expect(countFilters({})).toBe(0)
  expect(countFilters({ q: 'yard', user, type: undefined })).toBe(2)
})

it("an instant survives conversion to the device's local time, to the minute", () => {
  const at = '2026-03-07T21:05:00.000Z'
  expect(toDateTimeLocalValue(at)).toMatch(/^2026-03-\d\dT\d\d:\d\d$/)
  expect(parseInstant(toDateTimeLocalValue(at))).toBe(at)
  expect(toDateTimeLocalValue(undefined)).toBe('')
})
