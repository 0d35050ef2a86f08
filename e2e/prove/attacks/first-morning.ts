import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, tally } from './attack.ts'
import { type AttackResponse, loopbackAddress, readCode, sendRequest } from './send-request.ts'

const PEOPLE = 300
const GUESSES = 60
/** Maximum guesses at one account that the server evaluates. */
const MAX_EVALUATED = 10
const password = 'seven orange birds'

/** 300 people behind one IP address sign up and sign in simultaneously, while somebody at the same address guesses a password. */
export const firstMorning: Attack = {
  name: 'first-morning',
  about: '300 people behind one address sign up and in at once, with a guesser among them',
  async run({ origin }) {
    const localAddress = loopbackAddress(3)
    const post = (path: string, body: object) =>
      sendRequest(`${origin}/api/auth/${path}`, { method: 'POST', body, localAddress, patienceMs: 90_000 })
    const guesses = Promise.all(
      Array.from({ length: GUESSES }, (_, n) =>
        post('sign-in', { email: 'person3@attacks.example', password: `guess ${n}` }),
      ),
    )
    const outcomes = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, n) => {
        const email = `morning${n}@attacks.example`
        const signUpResponse = await callWithRetry(() => post('sign-up', { ...form, email, password }))
        if (signUpResponse.status !== 200) return `sign-up ${readCode(signUpResponse)}`
        const signInResponse = await callWithRetry(() => post('sign-in', { email, password }))
        return signInResponse.status === 200 ? 'in' : `sign-in ${readCode(signInResponse)}`
      }),
    )
    const guessCountsByCode = tally((await guesses).map(readCode))
    const evaluatedCount =
      (guessCountsByCode.get('INVALID_CREDENTIALS') ?? 0) + (guessCountsByCode.get('200') ?? 0)
    const failures = [...tally(outcomes)].filter(([outcome]) => outcome !== 'in')
    return [
      ...failures.map(([outcome, count]) => `${count} of ${PEOPLE} did not get in: ${outcome}`),
      ...(evaluatedCount > MAX_EVALUATED ? [`${evaluatedCount} guesses at one account were looked at`] : []),
    ]
  },
}

/** Retries up to ten times after TOO_MANY_REQUESTS, as a person would. */
async function callWithRetry(call: () => Promise<AttackResponse>): Promise<AttackResponse> {
  for (let tries = 0; ; tries++) {
    const response = await call()
    if (response.status !== 429 || tries === 10) return response
    await sleep(1_000)
  }
}

const form = {
  firstName: 'Kiran',
  lastName: 'Das',
  phone: '+91 11 5550 0100',
  dateOfBirth: '1994-05-17',
  pin: '4711',
}
