import { setTimeout as sleep } from 'node:timers/promises'
import { answerAll } from './answer.ts'
import { comeIn, comeLater } from './come-in.ts'
import {
  findInsideProblems,
  findLeaverProblems,
  findReportProblems,
  findRollProblems,
  findStayProblems,
  type Moment,
} from './compare.ts'
import { findRetentionProblems, removeSome } from './forget.ts'
import { createPeople, type Person } from './people.ts'
import { createId, createSite, type Server } from './site.ts'

type Options = {
  readonly perWay: number
  readonly badgeEvents: number
  /** Time for what follows from readings and badges. */
  readonly settleMs: number
}

/**
 * Lets the same number of people come in by each way, declares an emergency, accounts for everybody, and compares what every screen shows
 * with the truth; then removes people and lets time pass. Returns the counts, times in milliseconds, and all differences.
 */
export async function playWaysIn(server: Server, { perWay, badgeEvents, settleMs }: Options) {
  const people = createPeople(perWay)
  const times: Record<string, number> = {}
  const problems: string[] = []
  const during = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const value = await work()
    times[name] = Math.round(performance.now() - startedAt)
    return value
  }
  const site = await during('setUp', () => createSite(server, people))
  const { call, captain, zoneId } = site
  const { visits, tally, sentEvents } = await during('comeIn', () => comeIn(site, people, badgeEvents))
  const inside = await during('insideNow', () => findInsideProblems(site, people))
  problems.push(...inside, ...(await during('stays', () => findStayProblems(site, sentEvents))))

  const { emergencyId, people: peopleCalled } = (await during('declare', () =>
    call(captain, 'emergencies.declare', { zoneId, kind: 'evacuate', drill: true, requestId: createId() }),
  )) as { emergencyId: string; people: number }
  const declaredAt = Date.now()
  const checkRoll = async (at: Moment, peopleWithoutAccount?: ReadonlySet<Person>) => {
    const deadline = Date.now() + settleMs
    for (;;) {
      await site.runJob('emergency-rolls')
      const differences = await findRollProblems(site, emergencyId, {
        people,
        at,
        ...(peopleWithoutAccount && { peopleWithoutAccount }),
      })
      if (differences.length === 0 || Date.now() > deadline) return differences
    }
  }
  // Nothing may follow later: the roll is frozen when the call returns.
  const options = { people, at: 'declared' } as const
  problems.push(...(await during('roll', () => findRollProblems(site, emergencyId, options))))
  problems.push(...(await findLeaverProblems(site, emergencyId, people)))

  await comeLater(site, people, visits)
  problems.push(...(await during('rollLater', () => checkRoll('later'))))
  // OwnTracks dates its readings to the second, so one within the second of the declaration would be dated before it.
  await sleep(Math.max(0, declaredAt + 1_000 - Date.now()))
  await during('answer', () => answerAll(site, emergencyId, { people, visits }))
  problems.push(...(await during('accounted', () => checkRoll('accounted'))))
  const deletedPerson = await removeSome(site, people)
  problems.push(...(await checkRoll('accounted', new Set([deletedPerson]))))
  await during('allClear', () => call(captain, 'emergencies.allClear', { emergencyId }))
  problems.push(...(await during('report', () => findReportProblems(site, emergencyId, people))))
  problems.push(...(await during('retention', () => findRetentionProblems(site, emergencyId, people))))
  return { site, people: people.length, peopleCalled, ...tally, times, problems }
}
