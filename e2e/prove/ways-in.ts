import { setTimeout as sleep } from 'node:timers/promises'
import { serveMuster } from '../muster.ts'
import { readAnswerText } from '../read-answer-text.ts'
import { measureVisitor } from './ways-in/measure-visitor.ts'
import { ways } from './ways-in/people.ts'
import { playWaysIn } from './ways-in/play.ts'
import type { Server } from './ways-in/site.ts'

const BADGE_EVENTS = 10_000
/** In how many seconds a visitor without an account must be signed in, typing included. */
const VISITOR_SECONDS = 20
/** Time for what follows from readings and badges, which a job of every minute finds at the latest. */
const SETTLE_MS = 90_000
/** The longest time for which a job may run, and how often it is looked at. */
const JOB_MS = 60_000
const POLL_MS = 500

/**
 * Lets people come in by six ways against a running server: by their own phone, a location app, a badge, a kiosk or poster, a host, and a
 * manager. Ten thousand badge events arrive in wrong order. Returns true if Inside now, the roll of an emergency, its report, and what is
 * deleted afterwards equal the truth, person by person, and a visitor signs in within twenty seconds in a browser.
 */
export async function proveWaysIn(people: number): Promise<boolean> {
  const muster = await serveMuster({ DEMO: '0' })
  const request = async (path: string, headers: Record<string, string>, body: object) => {
    const response = await fetch(`${muster.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await readAnswerText(response)
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const server: Server = {
    async call(account, name, input) {
      const headers = account && { authorization: `Bearer ${account.token}` }
      return (await request(`/rpc/${name.replace('.', '/')}`, { ...headers }, { json: input })).json
    },
    post: request,
    sql: muster.sql,
    async runJob(name) {
      const [job] = await muster.sql('insert into pgboss.job (name) values ($1) returning id', [name])
      for (const deadline = Date.now() + JOB_MS; Date.now() < deadline; await sleep(POLL_MS)) {
        const [row] = await muster.sql('select state from pgboss.job where id = $1', [job?.id])
        if (row?.state === 'completed') return
      }
      throw new Error(`The job ${name} did not end`)
    },
  }
  try {
    const { problems, site, ...counts } = await playWaysIn(server, {
      ...{ perWay: Math.ceil(people / ways.length), badgeEvents: BADGE_EVENTS, settleMs: SETTLE_MS },
    })
    const visitor = await measureVisitor(muster.origin, site)
    for (const [where, seconds] of Object.entries(visitor))
      if (seconds > VISITOR_SECONDS) problems.push(`a visitor: ${seconds} (${where})`)
    console.log(JSON.stringify({ ...counts, visitor, faults: problems }))
    return problems.length === 0
  } finally {
    await muster.stop()
  }
}
