import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { feedEvent } from './feed.ts'
import { page } from './paging.ts'

/**
 * The lists that are no pages and have no longest length in the contract, and what keeps them short all the same. A list that
 * grows with the organisation does not belong here: answer it with `page()`.
 */
const shortByThemselves: Record<string, string> = {
  'auth.settings.demoSignIns': 'the people of the demo',
  'auth.me.profile.skills': 'skills of one person, bounded where they are saved',
  'settings.updateProfile.skills': 'the same',
  'settings.removeProfileImage.skills': 'the same',
  'users.detail.member.skills': 'the same',
  'presence.checkUserInZone.alsoInside': 'the zones of one person that contain one point',
  'security.auditRlsCompliance.findings': 'tables of the product',
}

/** Every list of an answer without a longest length. */
function endless(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => endless(inner, `${path}.${key}`))
    case 'array': {
      const bounded = def.checks?.some(it => it._zod.def.check === 'max_length')
      return [...(bounded ? [] : [path]), ...endless(def.element, `${path}[]`)]
    }
    case 'union':
      return def.options.flatMap(inner => endless(inner, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return endless(def.innerType, path)
    case 'pipe':
      return endless(def.out, path)
    default:
      return []
  }
}

const outputs = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, it]) => isContractProcedure(it))
    .map(([name, it]) => ({ name: `${feature}.${name}`, output: it['~orpc'].outputSchema })),
)

describe('a list is answered a page at a time', () => {
  it('in every answer of the contract', () => {
    expect(outputs.length).toBeGreaterThan(20)
    const found = outputs.flatMap(({ name, output }) =>
      output ? endless(output as z.core.$ZodType, name) : [`${name} does not say what it answers`],
    )
    expect(found.sort()).toEqual(Object.keys(shortByThemselves).sort())
  })

  it('finds a list without end wherever it hides', () => {
    const rows = z.array(z.object({ tags: z.array(z.string()).max(3) }))
    const answer = z.object({ rows: rows.nullable(), best: page(z.object({ rest: rows })), top: rows.max(5) })
    expect(endless(answer, 'it')).toEqual(['it.rows', 'it.best.rows[].rest'])
  })
})

/**
 * Where it is said of a person how to reach them, when they were born and where they are. Who is told is proven in the server's
 * `who-sees-what.pg.test.ts`, which walks every call; a new place is a question to be answered there before it is added here.
 */
const ofPeople = [
  'accounts.create.phone',
  'accounts.detail.emergencyContact',
  'accounts.detail.phone',
  'accounts.list.rows[].phone',
  'accounts.update.phone',
  'auth.me.profile.dateOfBirth',
  'auth.me.profile.emergencyContact',
  'auth.me.profile.phone',
  'broadcasts.get.contacts[].phone',
  'broadcasts.get.help.contacts[].phone',
  'broadcasts.openQuestions.questions[].contacts[].phone',
  'presence.dayOf.readings[].lat',
  'presence.located.located[].lat',
  'presence.myDay.readings[].lat',
  'presence.positions.people[].lat',
  'presence.roll.rows[].phone',
  'presence.zoneDayPlaces.people[].lat',
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
]
/** Where zones, named places and hazards are. */
const ofPlaces = /^(zones|hazards)\.|\.(shape|center)\./
const telling = /^(.*\.)?(phone|emergency\w*|dateOfBirth|lat|latitude)$/

/** Every field of an answer whose name tells so much. */
function tellingFields(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (telling.test(path)) return ofPlaces.test(path) ? [] : [path]
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => tellingFields(inner, `${path}.${key}`))
    case 'array':
      return tellingFields(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap(inner => tellingFields(inner, path))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return tellingFields(def.innerType, path)
    case 'pipe':
      return tellingFields(def.out, path)
    default:
      return []
  }
}

describe('phone, emergency contact, birthday and position of a person', () => {
  it('stand in these answers and events, and in no other', () => {
    const events = feedEvent.options.map(it => ({ name: it.shape.kind.value, output: it }))
    const found = [...outputs, ...events].flatMap(({ name, output }) =>
      output ? tellingFields(output as z.core.$ZodType, name) : [],
    )
    expect([...new Set(found)].sort()).toEqual(ofPeople)
  })
})
