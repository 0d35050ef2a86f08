import { expect, it } from 'vitest'
import { readEnv } from '../platform/env.ts'
import { chooseDemo } from './choose-demo.ts'

it('loads the demo when no setting is given', () => {
  expect(chooseDemo(readEnv({}))).toEqual({ state: 'on' })
  expect(chooseDemo(readEnv({ PUBLIC_URL: 'http://localhost:4280', TRUST_PROXY: '0' }))).toEqual({
    state: 'on',
  })
})

it.each([
  ['PUBLIC_URL', 'https://muster.example.org'],
  ['PUBLIC_URL', 'HTTPS://muster.example.org'],
  ['DATABASE_URL', 'postgres://muster@db.example.org/muster'],
  ['SMTP_URL', 'smtp://mail.example.org'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/8'],
])('withholds the demo when %s is %s, unless DEMO=1 is set', (name, value) => {
  expect(chooseDemo(readEnv({ HOST: '127.0.0.1', [name]: value }))).toEqual({
    state: 'withheld',
    because: expect.stringContaining(name),
  })
  expect(chooseDemo(readEnv({ [name]: value, DEMO: '1' }))).toEqual({ state: 'on' })
  expect(chooseDemo(readEnv({ [name]: value, DEMO: '0' }))).toEqual({ state: 'off' })
})
