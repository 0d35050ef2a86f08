import { expect, it } from 'vitest'
import { readEnv } from '../platform/env.ts'
import { createDemoWarning } from './demo-warning.ts'

const readWarning = (settings: Record<string, string>) => createDemoWarning(readEnv(settings))

it.each(['localhost', '127.0.0.1', '127.0.1.1', '::1'])(
  'does not warn on %s, which nobody else can reach',
  HOST => {
    expect(readWarning({ HOST })).toEqual([])
    expect(readWarning({ HOST, PUBLIC_URL: 'http://localhost:8080' })).toEqual([])
  },
)

it.each(['0.0.0.0', '::', '192.168.1.7', 'muster.example', '127.example.org'])(
  'explains in plain words who can sign in at %s and which settings change that',
  HOST => {
    const text = readWarning({ HOST }).join(' ')
    for (const phrase of ['super admin', 'HOST=127.0.0.1', 'DEMO=0']) expect(text).toContain(phrase)
  },
)

it.each<Record<string, string>>([
  { PUBLIC_URL: 'https://muster.example.org' },
  { PUBLIC_URL: 'http://192.168.1.7' },
  { TRUST_PROXY: '1' },
])('warns behind a proxy on this machine too: %j', settings => {
  const text = readWarning({ HOST: '127.0.0.1', ...settings }).join(' ')
  for (const phrase of ['super admin', 'DEMO=0']) expect(text).toContain(phrase)
  // The warning gives no advice about HOST: Muster already listens on 127.0.0.1 only, and the proxy still reaches it.
  expect(text).not.toContain('HOST=')
})
