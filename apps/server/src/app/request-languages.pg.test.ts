import { errors } from '@muster/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import { createForm } from '../features/auth/testing/accounts.ts'
import { translate } from '../lib/texts/testing/translate.ts'
import { testServer } from './testing/served-app.ts'

const { server } = testServer()

translate(errors.INVALID_CREDENTIALS.text, 'hi', 'Galat password')
translate(errors.UNAUTHORIZED.text, 'hi', 'Sign in nahin')

const send = (url: string, payload: object, language?: string) =>
  server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...(language && { 'accept-language': language }) },
  })

describe('the message of an error', () => {
  const signIn = async (language?: string) => {
    const response = await send('/api/auth/sign-in', { email: 'a@b.example', password: 'x' }, language)
    return response.json()
  }

  it('is in the language that the request accepts; its code does not change', async () => {
    const expectedError = { code: 'INVALID_CREDENTIALS', status: 401, defined: true }
    expect(await signIn('hi-IN,en;q=0.8')).toMatchObject({ ...expectedError, message: 'Galat password' })
    expect(await signIn('en')).toMatchObject({ ...expectedError, message: 'Invalid email or password' })
  })

  it('is English without an offered or translated language', async () => {
    for (const language of [undefined, 'fr', '*'])
      expect(await signIn(language)).toMatchObject({ message: 'Invalid email or password' })
  })

  it('is in that language at other endpoints too', async () => {
    const response = await send('/ingest/positions', {}, 'hi')
    expect(response.json()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Sign in nahin' })
  })
})

it('people get the product in the language in which they signed up', async () => {
  const signUpForm = createForm()
  const signUpResponse = await send('/api/auth/sign-up', signUpForm, 'hi')
  const { token } = signUpResponse.json().session
  const meResponse = await server.app.inject({
    url: '/api/auth/me',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(meResponse.json().profile).toMatchObject({ language: 'hi', readingLanguage: 'hi' })
})
