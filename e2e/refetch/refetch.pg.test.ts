import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { procedures } from '../../apps/server/src/app/testing/procedures.ts'
import { readFeature } from './selection.ts'
import { removeBrowser } from './stand-in-browser.ts'
import { steps } from './steps/all.ts'
import { unseenMutations } from './steps/unseen-mutations.ts'
import type { Difference } from './viewer.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  await world.load()
}, 180_000)
afterAll(async () => {
  await world?.stop()
  removeBrowser()
})

const isCallName = (name: string) => /^\w+\.\w+$/.test(name)
const toLine = ({ viewer, read, difference }: Difference) =>
  `${viewer}: ${read.name} ${JSON.stringify(read.input)} ${difference}`

it('every mutation of the contract is tested here or listed as changing nothing on a screen', () => {
  const mutations = procedures.filter(({ method }) => method !== 'GET').map(({ name }) => name)
  const provenNames = Object.values(steps).flatMap(group => group.map(({ name }) => name))
  const coveredNames = [...provenNames.filter(isCallName), ...Object.keys(unseenMutations)]
  expect(mutations.filter(name => !coveredNames.includes(name))).toEqual([])
  expect(coveredNames.filter(name => !mutations.includes(name))).toEqual([])
  expect(coveredNames.filter((name, index) => coveredNames.indexOf(name) !== index)).toEqual([])
})

it.for([
  { by: 'its own feature', features: ['documents'] },
  { by: 'another feature', features: [] },
])('a missing event is detected in the reads of $by', async ({ features }) => {
  const { zone, people, call } = world
  const folder = { zoneId: zone.id, name: `Nobody is told of this one (${features})` }
  const act = () => call(people.otherManager).documents.createFolder(folder)
  const differences = await world.differencesAfter(act, { features, isDeaf: true })
  expect(differences.map(({ read }) => read.name)).toContain('documents.folders')
})

describe.each(Object.entries(steps))('%s: after its events the cache equals a new read', (_, group) => {
  const features = new Set(
    group
      .map(({ name }) => name)
      .filter(isCallName)
      .map(readFeature),
  )
  it.for(group)('$name', async ({ act, late = {}, renews }) => {
    const differences = await world.differencesAfter(() => act(world), { features, renews })
    expect(differences.filter(({ read }) => !(read.name in late)).map(toLine)).toEqual([])
  })
})
