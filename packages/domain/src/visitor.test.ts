import { describe, expect, it } from 'vitest'
import {
  formatKioskCode,
  kioskCodeLetters,
  toHostName,
  toKioskCode,
  toNameKey,
  toShortName,
} from './visitor.ts'

describe('what strangers see of a visitor', () => {
  it.each([
    ['Mia Test', 'Mia T.'],
    ['  Ana  Maria   de la Cruz ', 'Ana C.'],
    ['Cher', 'Cher'],
    ['محمد أمين', 'محمد أ.'],
    ['अनु शर्मा', 'अनु श.'],
    ['', ''],
  ])('shortens %j to %j', (name, shortName) => expect(toShortName(name)).toBe(shortName))

  it('is initials of a host with a poster, and a first name at a kiosk', () => {
    expect(toHostName('Ana Maria de la Cruz', 'poster')).toBe('A. C.')
    expect(toHostName('محمد أمين', 'poster')).toBe('م. أ.')
    expect(toHostName('Cher', 'poster')).toBe('C.')
    expect(toHostName('', 'poster')).toBe('')
    expect(toHostName('Ana Cruz', 'kiosk')).toBe('Ana C.')
  })
})

describe('a name for comparison', () => {
  it('ignores letter case, spaces and forms of a letter', () => {
    expect(toNameKey(' Zoë  BERG ')).toBe(toNameKey('Zoe\u0308 Berg'))
    expect(toNameKey('ﷺ'.repeat(12)).length).toBe(200)
    expect(toNameKey('Ann Berg')).not.toBe(toNameKey('Ann Bergs'))
  })
})

describe('a kiosk code', () => {
  it('is read however it is typed, and shown in two groups', () => {
    expect(toKioskCode(' abcd-2345 ')).toBe('ABCD2345')
    expect(formatKioskCode('ABCD2345')).toBe('ABCD-2345')
  })
  it('has no letters that are mistaken for others', () => expect(kioskCodeLetters).not.toMatch(/[01ILOU]/))
})
