import { hashSecret } from '@muster/server/src/rpc/hashing.ts'
import { type Attack, type Target, tally } from './attack.ts'
import { readCode, sendRequest } from './send-request.ts'

const CONCURRENT_ENTRIES = 300
/** Wrong PINs evaluated before the lock; the fifth is already answered with the lock. */
const MAX_EVALUATED = 4

/** One member makes 300 simultaneous attempts to enter a zone, three times: twice with the correct PIN, once with wrong ones. */
export const pinEntries: Attack = {
  name: 'pin-entries',
  about: '300 PIN entries of one member at once, three times',
  async prepare({ make }) {
    const member = await make.user({ pinHash: await hashSecret('2468') })
    const zone = await make.zone()
    await make.assign(member, zone, 'app_user', false)
    return target => enterAs(member, zone.id, target)
  },
}

async function enterAs({ token }: { token: string }, zoneId: string, { origin }: Target): Promise<string[]> {
  const enter = async (createPin: (n: number) => string) => {
    const responses = await Promise.all(
      Array.from({ length: CONCURRENT_ENTRIES }, (_, n) =>
        sendRequest(`${origin}/api/zones/${zoneId}/enter`, {
          method: 'POST',
          token,
          body: { pin: createPin(n) },
        }),
      ),
    )
    return tally(responses.map(readCode))
  }
  const problems: string[] = []
  for (let round = 0; round < 2; round++) {
    const counts = await enter(() => '2468')
    if (!counts.has('200')) problems.push('the right PIN did not enter')
    problems.push(...findUnexpected(counts, ['200', 'TOO_MANY_REQUESTS']))
  }
  const wrongPinCounts = await enter(n => String(3_000 + n))
  const evaluatedCount = wrongPinCounts.get('INVALID_PIN') ?? 0
  if (evaluatedCount > MAX_EVALUATED) problems.push(`${evaluatedCount} wrong PINs were looked at`)
  problems.push(...findUnexpected(wrongPinCounts, ['INVALID_PIN', 'PIN_LOCKED', 'TOO_MANY_REQUESTS']))
  return problems
}

const findUnexpected = (counts: Map<string, number>, expected: string[]) =>
  [...counts]
    .filter(([code]) => !expected.includes(code))
    .map(([code, count]) => `${count} were answered with ${code}`)
