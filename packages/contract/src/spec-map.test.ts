import { readFileSync } from 'node:fs'
import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { specCalls } from './testing/spec-calls.ts'

const builtOperations = Object.values(contract)
  .flatMap(feature => Object.values(feature))
  .filter(isContractProcedure)
  .map(procedure => procedure['~orpc'].route.operationId)

// Endpoints of the server that are not procedures; openapi.test.ts checks that they exist.
const endpoints = [
  ...['update_user_presence', 'upload_profile_image'],
  ...['upload_hazard_attachment', 'upload_broadcast_attachment', 'upload_group_file', 'upload_document'],
]

const features = [
  ...['auth', 'users', 'zones', 'presence', 'hazards', 'broadcasts', 'groups', 'files', 'alerts'],
  ...['dashboards', 'security', 'settings'],
]

const specMap = readFileSync(new URL('../../../docs/spec-map.md', import.meta.url), 'utf8')
const [, section1 = '', section2 = ''] = specMap.split(/^## /m)

/** Returns the rows of one part of the map: each call and its implementation. */
const listRows = (section: string) =>
  section
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| Call of'))
    .map(line => {
      const [, call = '', answer = ''] = line.split('|').map(cell => cell.trim())
      return { call, answer }
    })
const rows = [section1, section2].flatMap(listRows)

describe('the map of the specification', () => {
  it.each([
    ['part 1', section1, specCalls.part1],
    ['part 2', section2, specCalls.part2],
  ])('lists every call of %s exactly once, and no others', (_name, section, calls) => {
    expect(listRows(section).map(it => it.call)).toEqual(Object.values(calls).flat())
  })

  it('names only operations that exist', () => {
    const names = rows.flatMap(({ answer }) => [...answer.matchAll(/`([a-z_]+)`/g)].map(match => match[1]))
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter(name => !builtOperations.includes(name) && !endpoints.includes(name ?? ''))).toEqual(
      [],
    )
  })

  it('names the operation, endpoint or event that implements each call, or the feature that will', () => {
    const isAnswered = (answer: string) => {
      const plannedFeature = /planned: (\w+)/.exec(answer)?.[1]
      return plannedFeature === undefined ? answer.includes('`') : features.includes(plannedFeature)
    }
    expect(rows.filter(({ answer }) => !isAnswered(answer))).toEqual([])
  })

  it('plans nothing under the name of an existing operation', () => {
    expect(
      rows.filter(({ call, answer }) => answer.startsWith('planned') && builtOperations.includes(call)),
    ).toEqual([])
  })
})

describe('the contract', () => {
  it('gives every procedure a unique operationId', () => {
    expect(builtOperations).not.toContain(undefined)
    expect(new Set(builtOperations).size).toBe(builtOperations.length)
  })
})
