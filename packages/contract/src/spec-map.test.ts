import { readFileSync } from 'node:fs'
import { isContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'

const built = Object.values(contract)
  .flatMap(feature => Object.values(feature))
  .filter(isContractProcedure)
  .map(procedure => procedure['~orpc'].route.operationId)

// Doors of the server that are no procedures; openapi.test.ts holds that they are there.
const doors = ['update_user_presence', 'upload_profile_image']

describe('the map of the specification', () => {
  const map = readFileSync(new URL('../../../docs/spec-map.md', import.meta.url), 'utf8')
  const answers = map
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line => line.split('|')[2] ?? '')

  it('names only operations that exist', () => {
    const named = answers.flatMap(cell => [...cell.matchAll(/`([a-z_]+)`/g)].map(match => match[1]))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(name => !built.includes(name) && !doors.includes(name ?? ''))).toEqual([])
  })

  it('says of every call what answers it, or that nothing does yet', () => {
    expect(answers.filter(cell => cell.trim() === '')).toEqual([])
  })
})

describe('the contract', () => {
  it('gives every procedure an operationId of its own', () => {
    expect(built).not.toContain(undefined)
    expect(new Set(built).size).toBe(built.length)
  })
})
