import { createMutations, type Mutation } from '@muster/server/src/app/testing/hostile.ts'
import {
  createKnownFields,
  createSampleInput,
  type Procedure,
  procedures,
} from '@muster/server/src/app/testing/procedures.ts'
import type { Attack, Target } from './attack.ts'
import { loopbackAddress, sendRequest } from './send-request.ts'

/**
 * Only every eleventh malformed input is sent. The number is prime, so that no field and no value is systematically skipped. The
 * sample is as many calls as one person may make in about twenty seconds; a test covers all inputs below the HTTP layer.
 */
const SAMPLE_INTERVAL = 11
const SENDERS = 4

/** Sends a sample of malformed values in every field of every procedure, as a super admin, whom no permission check stops. */
export const malformedFields: Attack = {
  name: 'malformed-fields',
  about: 'one in eleven strange values at every field of every procedure',
  async prepare({ make }) {
    const admin = await make.user({ role: 'super_admin' })
    const member = await make.user()
    const zone = await make.zone()
    await make.assign(member, zone)
    const knownValues = createKnownFields({ zoneId: zone.id, userId: member.id })
    const calls = procedures
      .filter(it => it.input)
      .flatMap(procedure =>
        createMutations(createSampleInput(procedure, knownValues)).map(mutation => ({
          ...mutation,
          procedure,
        })),
      )
      .filter((_, n) => n % SAMPLE_INTERVAL === 0)
    return target => sendAs(admin, calls, target)
  },
}

type Call = Mutation & { readonly procedure: Procedure }

async function sendAs(
  admin: { readonly token: string },
  calls: readonly Call[],
  { origin }: Target,
): Promise<string[]> {
  const problems = new Set<string>()
  const localAddress = loopbackAddress(5)
  let nextIndex = 0
  const sendCalls = async () => {
    for (let call = calls[nextIndex++]; call; call = calls[nextIndex++]) {
      const { procedure, label, input } = call
      const url = `${origin}/rpc/${procedure.name.replace('.', '/')}`
      const body = { json: input }
      const { status, text } = await sendRequest(url, {
        method: 'POST',
        token: admin.token,
        body,
        localAddress,
      })
      if (status >= 500 || /\n\s+at |node_modules/.test(text))
        problems.add(`${procedure.name} with ${label}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sendCalls))
  // If the session had ended midway, the run would prove nothing.
  const profileResponse = await sendRequest(`${origin}/api/auth/me`, {
    method: 'GET',
    token: admin.token,
    localAddress,
  })
  if (profileResponse.status !== 200)
    problems.add(`the sender was not signed in at the end: ${profileResponse.status}`)
  return [...problems].slice(0, 10)
}
