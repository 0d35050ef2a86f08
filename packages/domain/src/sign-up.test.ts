import { i18n } from '@lingui/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findMissingSignUpField,
  findSignUpError,
  isCommonPassword,
  isDialable,
  isPhone,
  passwordStrength,
  type SignUpForm,
  stripPin,
} from './sign-up.ts'

const validForm: SignUpForm = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.org',
  phone: '+91 98765-43210',
  dateOfBirth: '1990-12-31',
  password: 'tin roof',
  confirmPassword: 'tin roof',
  pin: '0420',
  confirmPin: '0420',
}

describe('the sign-up rules', () => {
  test('accept a valid form', () => {
    expect(findSignUpError(validForm)).toBeUndefined()
    expect(findMissingSignUpField(validForm)).toBeUndefined()
  })

  /** A form that breaks every rule. Each row below fixes one more field, so the test also covers the order. */
  const invalidForm = {
    ...validForm,
    password: 'abc',
    confirmPassword: 'abd',
    pin: '12x',
    confirmPin: '99',
    phone: '',
  }
  const ladder: [Partial<SignUpForm>, string, string][] = [
    [{}, 'confirmPassword', 'Passwords do not match'],
    [{ confirmPassword: 'abc' }, 'password', 'Password must be at least 6 characters'],
    [{ password: 'abcdef', confirmPassword: 'abcdef' }, 'confirmPin', 'PINs do not match'],
    [{ confirmPin: '12x' }, 'pin', 'PIN must be exactly 4 digits'],
    [{ pin: '123x', confirmPin: '123x' }, 'pin', 'PIN must contain only numbers'],
    [{ pin: '1234', confirmPin: '1234' }, 'phone', 'Phone number is required'],
    [{ phone: '12345' }, 'phone', 'Please enter a valid phone number'],
  ]
  test.each(ladder.map(([, field, message], i) => [i + 1, field, message] as const))(
    'rule %i: %s, %s',
    (rule, field, message) => {
      const form = Object.assign(
        { ...invalidForm },
        ...ladder.slice(0, rule).map(([repair]) => repair),
      ) as SignUpForm
      const problem = findSignUpError(form)
      expect(problem && [problem.field, i18n._(problem.message)]).toEqual([field, message])
    },
  )

  test('report no error after the seventh correction', () => {
    const form = Object.assign({ ...invalidForm }, ...ladder.map(([repair]) => repair), {
      phone: '0123456789',
    })
    expect(findSignUpError(form)).toBeUndefined()
  })

  test('use the operator’s minimum password length in the text', () => {
    const problem = findSignUpError(validForm, 10)
    expect(problem?.field).toBe('password')
    expect(problem && i18n._(problem.message)).toBe('Password must be at least 10 characters')
    expect(findSignUpError(validForm, 8)).toBeUndefined()
  })

  test.each(['firstName', 'lastName', 'email', 'dateOfBirth'] as const)('%s is required', field => {
    expect(findMissingSignUpField({ ...validForm, [field]: '  ' })?.field).toBe(field)
  })
})

describe('a phone number', () => {
  test.each(['0123456789', '+49 (0) 151-234', ' +91 98765 43210 ', '(020) 7946 0018'])('can be %s', text => {
    expect(isPhone(text)).toBe(true)
  })
  test.each(['', '+', '123456789', '+123456789', '01234567890x', '++0123456789', '012345678.9'])(
    'cannot be "%s"',
    text => {
      expect(isPhone(text)).toBe(false)
    },
  )
})

describe('the PIN field', () => {
  test('accepts at most four digits', () => {
    expect(['12a4', '12345', ' 1 2 ', '٣٤', ''].map(text => stripPin(text))).toEqual([
      '124',
      '1234',
      '12',
      '',
      '',
    ])
    expect(stripPin('12 34 567', 6)).toBe('123456')
  })
  test('keeps only digits, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(stripPin(text)).toMatch(/^[0-9]{0,4}$/)
        expect(stripPin(stripPin(text))).toBe(stripPin(text))
      }),
    )
  })
})

describe('passwords', () => {
  test('are rejected if commonly tried, in upper and lower case', () => {
    expect(['123456', 'Password', 'QWERTY123', 'letmein', 'P@ssw0rd'].every(isCommonPassword)).toBe(true)
    expect(['tin roof', 'correct horse', ''].some(isCommonPassword)).toBe(false)
  })

  test('are rated from useless to strong', () => {
    expect(
      [
        '',
        'abc',
        'Password1',
        'zzzzzzzzzzzzzz',
        'kitlor',
        'kitlor72',
        'Kitlor-72qa',
        'tin roof, Wet dog 9',
      ].map(passwordStrength),
    ).toEqual([0, 0, 0, 1, 1, 2, 3, 4])
  })

  test('do not get weaker when extended, unless that makes them common', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (start, more) => {
        fc.pre(!isCommonPassword(start + more))
        expect(passwordStrength(start + more)).toBeGreaterThanOrEqual(passwordStrength(start))
      }),
    )
  })
})

test('a dialable number may be short, but must not be text', () => {
  expect(['112', ' +91 98765-43210 ', '(0)'].map(isDialable)).toEqual([true, true, true])
  expect(
    ['', '12', 'call me maybe', '+', '---', '+91 11\n5550 0100', '112\u2028113'].map(isDialable),
  ).not.toContain(true)
  expect(['+91 11 5550\u00A00100\n', '+91 11 5550\r\n0100'].map(isPhone)).toEqual([true, false])
})
