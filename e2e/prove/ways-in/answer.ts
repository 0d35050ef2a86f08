import { forEach, sendPositions, type Visits } from './come-in.ts'
import { readRoll } from './compare.ts'
import type { Person } from './people.ts'
import { createId, GATE_NAME, places, type Site } from './site.ts'

/** Lets everybody answer by their way, or be ticked by a captain. Whoever signed out has been accounted for. */
export async function answerAll(
  site: Site,
  emergencyId: string,
  { people, visits }: { people: readonly Person[]; visits: Visits },
): Promise<void> {
  const { call, captain, accounts } = site
  const onRoll = people.filter(it => it.why ?? it.whyLater)
  const idsByName = new Map((await readRoll(site, emergencyId)).map(it => [it.name, it.id]))
  const answer = async (person: Person, state: 'safe' | 'help') => {
    const form = { emergencyId, state, requestId: createId() }
    const token = visits.tokens.get(person)
    if (token) await call(undefined, 'visitors.ownAnswer', { ...form, token })
    else await call(accounts.get(person), 'emergencies.answer', form)
  }
  await forEach(onRoll, async person => {
    const { by } = person.answer
    if (by === 'own') await answer(person, 'safe')
    if (by === 'help') await answer(person, 'help')
    if (by === 'point') await sendPositions(site, person, [{ ...places.gate, accuracy: 5, at: Date.now() }])
  })
  const tickedPeople = onRoll.filter(it => it.answer.by === 'captain' || it.answer.by === 'help')
  const AT_ONCE = 100
  for (let start = 0; start < tickedPeople.length; start += AT_ONCE)
    await call(captain, 'emergencies.mark', {
      ...{ emergencyId, state: 'safe', place: GATE_NAME, requestId: createId() },
      personIds: tickedPeople.slice(start, start + AT_ONCE).map(it => idsByName.get(it.rollName)),
    })
}
