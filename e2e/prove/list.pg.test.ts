import { expect, it } from 'vitest'
import { proofs } from './list.ts'

for (const [name, { short, run }] of Object.entries(proofs))
  if ('argument' in short)
    it(`the proof ${name} runs through with ${short.argument}`, { timeout: 300_000 }, async () => {
      // On a busy machine its figures may fail.
      expect(await run(short.argument)).toEqual(expect.any(Boolean))
    })
