import { signUpInput } from '@muster/contract/auth.ts'
import type { SignUpForm } from '@muster/domain/sign-up.ts'
import { expect, it } from 'vitest'
import { allProblems, fieldProblem, firstProblem } from './sign-up-rules.ts'

const validForm: SignUpForm = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@example.org',
  phone: '+34 600 123 456',
  dateOfBirth: '1990-12-31',
  password: 'harbour-42',
  confirmPassword: 'harbour-42',
  pin: '4821',
  confirmPin: '4821',
}

it('finds nothing wrong with a valid form', () => {
  expect(firstProblem(validForm, 6)).toBeUndefined()
  const { confirmPassword: _, confirmPin: __, ...input } = validForm
  expect(signUpInput.safeParse(input).success).toBe(true)
})

it('names the first broken rule, in the order of the specification, as one after the other is fixed', () => {
  const invalidForm = {
    ...validForm,
    firstName: '',
    email: 'ana@',
    phone: '',
    password: '123',
    confirmPassword: '124',
    pin: '12a',
    confirmPin: '1',
  }
  const repairs: Partial<SignUpForm>[] = [
    { firstName: 'Ana' },
    { email: 'ana@example.org' },
    { confirmPassword: '123' },
    { password: 'qwerty', confirmPassword: 'qwerty' },
    { confirmPin: '12a' },
    { pin: '12ab', confirmPin: '12ab' },
    { pin: '1234', confirmPin: '1234' },
    { phone: '12' },
    { phone: '+34 600 123 456' },
    { password: 'harbour-42', confirmPassword: 'harbour-42' },
  ]
  let form: SignUpForm = invalidForm
  const messages = [firstProblem(form, 6)?.message]
  for (const repair of repairs) {
    form = { ...form, ...repair }
    messages.push(firstProblem(form, 6)?.message)
  }
  expect(messages).toEqual([
    'First name is required',
    'Please enter a valid email address.',
    'Passwords do not match',
    'Password must be at least 6 characters',
    'PINs do not match',
    'PIN must be exactly 4 digits',
    'PIN must contain only numbers',
    'Phone number is required',
    'Please enter a valid phone number',
    'This password is too common. Choose a different one.',
    undefined,
  ])
})

it.each([
  ['email', 'a@b.c', 'Please enter a valid email address.'],
  ['email', 'o..k@x.io', 'Please enter a valid email address.'],
  ['dateOfBirth', '20000-01-01', 'Please enter a valid date of birth'],
  ['dateOfBirth', '1899-12-31', 'Please enter a valid date of birth'],
  ['dateOfBirth', '2999-01-01', 'Please enter a valid date of birth'],
  ['dateOfBirth', '2001-02-30', 'Please enter a valid date of birth'],
] as const)('refuses the %s %s, as the server does', (field, value, message) => {
  const form = { ...validForm, [field]: value }
  expect(firstProblem(form, 6)).toEqual({ field, message })
  expect(fieldProblem(form, field, 6)).toBe(message)
  expect(signUpInput.safeParse(form).success).toBe(false)
})

it('uses the operator’s minimum password length', () => {
  expect(firstProblem(validForm, 12)?.message).toBe('Password must be at least 12 characters')
})

it('ignores an empty field and reports an invalid one', () => {
  expect(fieldProblem({ ...validForm, phone: '' }, 'phone', 6)).toBeUndefined()
  expect(fieldProblem({ ...validForm, phone: '12' }, 'phone', 6)).toBe('Please enter a valid phone number')
  expect(fieldProblem({ ...validForm, confirmPin: '4822' }, 'confirmPin', 6)).toBe('PINs do not match')
})

it('accepts a name on a single line that is not an email address or URL', () => {
  const form = { ...validForm, firstName: 'evil.example' }
  expect(firstProblem(form, 6)?.field).toBe('firstName')
  expect(fieldProblem(form, 'firstName', 6)).toBe(firstProblem(form, 6)?.message)
  expect(signUpInput.safeParse(form).success).toBe(false)
})

it('marks every empty field once the form is sent', () => {
  const emptyForm = Object.fromEntries(Object.keys(validForm).map(field => [field, '']))
  expect(Object.keys(allProblems({ ...validForm, ...emptyForm }, 6))).toEqual([
    'firstName',
    'lastName',
    'email',
    'phone',
    'dateOfBirth',
    'password',
    'pin',
  ])
  expect(allProblems({ ...validForm, confirmPassword: '' }, 6)).toEqual({
    confirmPassword: 'Passwords do not match',
  })
})
