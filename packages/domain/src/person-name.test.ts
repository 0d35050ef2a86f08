import { describe, expect, it } from 'vitest'
import { isCompanyName, isPersonName } from './person-name.ts'

describe("a person's name", () => {
  it.each([
    'Asha',
    'Anne-Marie O’Neill',
    'J.R.R. Tolkien',
    'J.Rao',
    'J.RAO',
    'Dr. Rao',
    'St. John',
    'María José',
    'अनिल कुमार',
    'क्‍ष',
    'محمد علی',
    '山田 太郎',
    'Robert (Bob)',
    'Martin Luther King, Jr.',
    'Henry 8',
    '8',
    'X Æ',
    '-',
    '.',
    '',
  ])('may be %s', name => expect(isPersonName(name)).toBe(true))

  it.each([
    'Hello\nYour account is blocked',
    'Hello\r\nBcc: all',
    'tab\tbed',
    'null\0byte',
    'http://evil.example',
    'evil.example/login',
    'evil.example',
    'visit www evil',
    't.co',
    'Call T.CO now',
    '1.1.1.1',
    'www.x',
    'mail me@evil.example',
    '<b>bold</b>',
    'right\u202Eleft',
    'line\u2028break',
    'a;b',
    '=1+1',
    '\u3164',
    '\u115F\u1160',
    '\uFFA0 \u3164',
    '\u200C\u200D',
    '\u0301',
    '\uFE0F',
  ])('is not %j', name => expect(isPersonName(name)).toBe(false))
})

describe('the name of a company', () => {
  it.each(['Fischer & Söhne', 'Maersk A/S', 'Yahoo!', 'Tata Sons (India) Pvt. Ltd.', 'Team #3', ''])(
    'is %j',
    name => expect(isCompanyName(name)).toBe(true),
  )
  it.each(['evil.example/login', 'https://evil', 't.co/x', 'a@evil.example', '<b>'])('is not %j', name =>
    expect(isCompanyName(name)).toBe(false),
  )
})
