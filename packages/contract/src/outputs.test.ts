import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
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
