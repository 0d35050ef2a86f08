import { v4, v5 } from 'uuid'
import { expect, it } from 'vitest'
import { createUuidV5 } from './uuid-v5.ts'

it('keys equal those of the library', () => {
  for (let n = 0; n < 200; n++) {
    const namespace = v4()
    const name = `2026-11-21T09:41:00.000Z ${Math.random()} é ${n}`
    expect(createUuidV5(namespace, name)).toBe(v5(name, namespace))
  }
})
