import { createMutations } from '@muster/server/src/app/testing/hostile.ts'
import { insideTestBox } from '@muster/server/src/testing/factories.ts'
import type { Attack, Target } from './attack.ts'
import { type AttackResponse, readCode, sendRequest } from './send-request.ts'

const POISON_MS = 6_000

type Results = { checks: unknown[]; refused: unknown[] }[]

/** Sends batches of readings with an invalid value in every field, each batch ending with a valid reading. */
export const poisonReadings: Attack = {
  name: 'poison-readings',
  about: 'batches of poison with one good reading, by six people at once',
  async prepare({ make }) {
    const zone = await make.zone()
    const poisoners = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const user = await make.user()
        await make.assign(user, zone, 'app_user', false)
        return user
      }),
    )
    return target => poisonAs(poisoners, zone.id, target)
  },
}

async function poisonAs(
  poisoners: readonly { readonly token: string }[],
  zoneId: string,
  { origin }: Target,
): Promise<string[]> {
  const problems = new Set<string>()
  const deadline = performance.now() + POISON_MS
  let acceptedCount = 0
  await Promise.all(
    poisoners.map(async ({ token }) => {
      while (performance.now() < deadline) {
        const readings = [...createPoison(zoneId), { ...takeReading(), zoneId }]
        const response = await sendRequest(`${origin}/ingest/positions`, {
          method: 'POST',
          token,
          body: { readings },
        })
        // Invalid readings use up more of their sender's rate limit than valid ones.
        if (readCode(response) === 'TOO_MANY_REQUESTS') continue
        const problem = findProblem(response, readings.length)
        if (problem) problems.add(problem)
        else acceptedCount++
      }
    }),
  )
  return acceptedCount > 0 ? [...problems] : [...problems, 'no batch was taken']
}

/** Returns readings with every malformed value in every field, except those values that only enlarge the body. */
function createPoison(zoneId: string): unknown[] {
  return createMutations({ ...takeReading(), zoneId })
    .map(it => it.input)
    .filter(it => it !== undefined && (JSON.stringify(it)?.length ?? 0) < 1_000)
    .map(it => (isObject(it) && it.id !== undefined && isId(it.id) ? { ...it, id: crypto.randomUUID() } : it))
}

/**
 * Describes what is wrong with the response. Undefined if each reading was accepted or rejected separately and the valid one was
 * accepted.
 */
function findProblem({ status, text, body }: AttackResponse, sentCount: number): string | undefined {
  if (status !== 200) return `a batch was answered with ${status}: ${text.slice(0, 100)}`
  const { results } = body as { results: Results }
  if (results.length !== sentCount) return `${sentCount} readings had ${results.length} answers`
  if (results.at(-1)?.checks.length !== 1) return 'a good reading was not taken'
  const unansweredCount = results.filter(it => it.checks.length + it.refused.length === 0).length
  return unansweredCount > 0 ? `${unansweredCount} readings were neither taken nor refused` : undefined
}

const takeReading = () => ({
  id: crypto.randomUUID(),
  ...insideTestBox,
  accuracyMeters: 5,
  capturedAt: new Date().toISOString(),
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
