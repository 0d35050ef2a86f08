import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { csvFile } from './csv-file.ts'
import { feedEvent } from './feed.ts'
import { page } from './paging.ts'

/**
 * Lists that are neither pages nor bounded in the contract, with the reason why they stay short. A list that grows with the
 * organisation does not belong here: return it with `page()`.
 */
const boundedByDesign: Record<string, string> = {
  'auth.settings.demoSignIns': 'the people of the demo',
  'dashboards.systemStatus.proxy.misfits': 'a fixed set of signs',
  'auth.me.profile.skills': 'skills of one person, bounded where they are saved',
  'settings.updateProfile.skills': 'the same',
  'settings.removeProfileImage.skills': 'the same',
  'users.detail.member.skills': 'the same',
  'presence.checkUserInZone.alsoInside': 'the zones of one person that contain one point',
  'security.auditRlsCompliance.findings': 'tables of the product',
}

/** Returns the paths of all unbounded lists in an output. */
function findUnbounded(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => findUnbounded(inner, `${path}.${key}`))
    case 'array': {
      const isBounded = def.checks?.some(it => it._zod.def.check === 'max_length')
      return [...(isBounded ? [] : [path]), ...findUnbounded(def.element, `${path}[]`)]
    }
    case 'union':
      return def.options.flatMap(inner => findUnbounded(inner, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return findUnbounded(def.innerType, path)
    case 'pipe':
      return findUnbounded(def.out, path)
    default:
      return []
  }
}

const outputs = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, it]) => isContractProcedure(it))
    .map(([name, it]) => ({
      name: `${feature}.${name}`,
      path: it['~orpc'].route.path,
      output: it['~orpc'].outputSchema,
    })),
)

it('a CSV is sent as a file, not as text within JSON', () => {
  const files = outputs.filter(({ path }) => path?.endsWith('.csv'))
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter(({ output }) => output !== csvFile).map(({ name }) => name)).toEqual([])
  const texts = outputs.filter(({ output }) => output instanceof z.ZodObject && 'csv' in output.shape)
  expect(texts.map(({ name }) => name)).toEqual([])
})

describe('lists in outputs', () => {
  it('are paged or bounded', () => {
    expect(outputs.length).toBeGreaterThan(20)
    const unboundedOutputs = outputs.flatMap(({ name, output }) =>
      output ? findUnbounded(output as z.core.$ZodType, name) : [`${name} does not say what it answers`],
    )
    expect(unboundedOutputs.sort()).toEqual(Object.keys(boundedByDesign).sort())
  })

  it('the check finds unbounded lists at any depth', () => {
    const rows = z.array(z.object({ tags: z.array(z.string()).max(3) }))
    const answer = z.object({ rows: rows.nullable(), best: page(z.object({ rest: rows })), top: rows.max(5) })
    expect(findUnbounded(answer, 'it')).toEqual(['it.rows', 'it.best.rows[].rest'])
  })
})

/**
 * The outputs that reveal a person's contact details, birthday or position. The server's `who-sees-what.pg.test.ts` walks every
 * call to prove who sees them; cover a new field there before adding it here.
 */
const personOutputs = [
  'accounts.create.phone',
  'accounts.detail.emergencyContact',
  'accounts.detail.phone',
  'accounts.list.rows[].phone',
  'accounts.update.phone',
  'auth.me.profile.dateOfBirth',
  'auth.me.profile.emergencyContact',
  'auth.me.profile.phone',
  'badges.inside.rows[].phone',
  'badges.list.rows[].phone',
  'broadcasts.get.contacts[].phone',
  'broadcasts.get.help.contacts[].phone',
  'broadcasts.openQuestions.questions[].contacts[].phone',
  'broadcasts.ownCalls.calls[].help.contacts[].phone',
  'captains.list.people[].phone',
  'captains.open.open[].people[].phone',
  'captains.open.open[].teams[].people[].phone',
  'captains.teams.teams[].people[].phone',
  'emergencies.leftBefore.rows[].phone',
  'emergencies.mine.emergencies[].phone',
  'emergencies.mine.emergencies[].position.lat',
  'emergencies.mine.ended[].phone',
  'emergencies.mine.nearby[].phone',
  'emergencies.mine.nearby[].position.lat',
  'emergencies.people.rows[].phone',
  'emergencies.people.rows[].position.lat',
  'emergencyBoard.positions.positions[].lat',
  'presence.dayOf.readings[].lat',
  'presence.located.located[].lat',
  'presence.myDay.readings[].lat',
  'presence.positions.people[].lat',
  'presence.roll.rows[].phone',
  'presence.zoneDayPlaces.people[].lat',
  'responders.read.inside[].phone',
  'responders.read.people[].phone',
  'responders.read.people[].position.lat',
  'settings.removeProfileImage.dateOfBirth',
  'settings.removeProfileImage.emergencyContact',
  'settings.removeProfileImage.phone',
  'settings.updateProfile.dateOfBirth',
  'settings.updateProfile.emergencyContact',
  'settings.updateProfile.phone',
  'users.detail.member.emergencyContact',
  'users.detail.member.phone',
  'users.detail.person.position.lat',
  'users.inMyZones.rows[].account.phone',
  'users.inZone.rows[].position.lat',
  'visitors.list.rows[].phone',
]
/** Matches the positions of zones, named places, hazards and assembly points. */
const placePathPattern =
  /^(zones|hazards)\.|^emergencies\.(points|setPoints)\.|^(emergencies|visitors)\..*\.points\[\]|\.(shape|center)\./
const personalFieldPattern = /^(.*\.)?(phone|emergency(?!Id)\w*|dateOfBirth|lat|latitude)$/

/** Returns all fields of an output whose names suggest contact details, a birthday or a position. */
function findPersonalFields(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (personalFieldPattern.test(path)) return placePathPattern.test(path) ? [] : [path]
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => findPersonalFields(inner, `${path}.${key}`))
    case 'array':
      return findPersonalFields(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap(inner => findPersonalFields(inner, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return findPersonalFields(def.innerType, path)
    case 'pipe':
      return findPersonalFields(def.out, path)
    default:
      return []
  }
}

describe('the phone, emergency contact, birthday and position of a person', () => {
  it('appear only in these outputs and events', () => {
    const events = feedEvent.options.map(it => ({ name: it.shape.kind.value, output: it }))
    const unboundedOutputs = [...outputs, ...events].flatMap(({ name, output }) =>
      output ? findPersonalFields(output as z.core.$ZodType, name) : [],
    )
    expect([...new Set(unboundedOutputs)].sort()).toEqual(personOutputs)
  })
})
