import { expect, it } from 'vitest'
import { demoWarning } from './demo-warning.ts'

it.each(['localhost', '127.0.0.1', '127.0.1.1', '::1'])('%s is reached by nobody else', host => {
  expect(demoWarning(host)).toEqual([])
})

it.each(['0.0.0.0', '::', '192.168.1.7', 'muster.example', '127.example.org'])(
  'at %s it is said in plain words who gets in, and which settings change that',
  host => {
    const text = demoWarning(host).join(' ')
    for (const word of ['super admin', 'HOST=127.0.0.1', 'DEMO=0']) expect(text).toContain(word)
  },
)
