import { afterAll, expect, it, vi } from 'vitest'

vi.hoisted(() => vi.stubEnv('BENCH_SHORT', '1'))
afterAll(() => {
  vi.unstubAllEnvs()
})

const { benches } = await import('./list.ts')

for (const [name, { run, tooHeavy }] of Object.entries(benches))
  if (!tooHeavy)
    it(`the bench ${name} runs through with the smallest sizes`, { timeout: 300_000 }, async () => {
      const lines = [await run()].flat()
      expect(lines.length).toBeGreaterThan(0)
      // A bench of several parts names each after itself.
      for (const line of lines) expect(line).toMatchObject({ bench: expect.stringMatching(`^${name}(-|$)`) })
    })
