import { expect, it } from 'vitest'
import { countersAt, groupLetters, isAppCode, makeRecoveryCode, normalizeCode } from './two-step.ts'

it('a recovery code has sixteen unambiguous letters in groups of four', () => {
  const code = makeRecoveryCode(Uint8Array.from({ length: 16 }, (_, at) => at * 16))
  expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
})

it('a recovery code is accepted however it is typed', () => {
  expect(normalizeCode(' abcd-efgh jkmn.PQRS ')).toBe('ABCDEFGHJKMNPQRS')
  expect(groupLetters('ABCDEFGHJK')).toBe('ABCD-EFGH-JK')
})

it('six digits are an app code, with or without the space', () => {
  expect(['123456', '123 456', ' 123456'].map(isAppCode)).toEqual([true, true, true])
  expect(['12345', '1234567', '12345a', ''].map(isAppCode)).toEqual([false, false, false, false])
})

it('the current code and its neighbours are accepted', () => {
  expect(countersAt(59_999)).toEqual([0, 1, 2])
  expect(countersAt(60_000)).toEqual([1, 2, 3])
})
