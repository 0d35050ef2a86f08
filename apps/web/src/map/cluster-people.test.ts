import { expect, it } from 'vitest'
import { clusterPeople, findSplitZoom } from './cluster-people.ts'
import type { MapPerson } from './surface.ts'

const createPerson = (id: string, lat: number, lng: number): MapPerson => ({
  id,
  name: id,
  initials: id,
  state: 'inside',
  lat,
  lng,
})
const clusterIds = (people: readonly MapPerson[], zoom: number) =>
  clusterPeople(people, zoom).map(cluster => cluster.people.map(({ id }) => id))

/** At zoom 15 on the equator a pixel is 4.8 m wide, so 40 pixels are 191 m. */
const nearbyPeople = [createPerson('a', 0, 0), createPerson('b', 0, 0.0015), createPerson('c', 0, 0.01)]

it('people within 40 pixels of each other are clustered at their centre, and others stay single', () => {
  expect(clusterIds(nearbyPeople, 15)).toEqual([['a', 'b'], ['c']])
  const [pair] = clusterPeople(nearbyPeople, 15)
  expect(pair).toMatchObject({ lat: 0, lng: 0.00075 })
  expect(clusterIds(nearbyPeople, 16)).toEqual([['a'], ['b'], ['c']])
})

it('a fractional zoom clusters like the whole zoom below it, so that zooming does not flicker', () => {
  expect(clusterIds(nearbyPeople, 15.9)).toEqual(clusterIds(nearbyPeople, 15))
})

it('nobody is lost or drawn twice, wherever they are', () => {
  const manyPeople = Array.from({ length: 500 }, (_, n) =>
    createPerson(String(n), ((n * 37) % 178) - 89, ((n * 61) % 360) - 180 + n / 1_000),
  )
  for (const zoom of [0, 3, 9, 15, 19]) {
    expect(clusterIds(manyPeople, zoom).flat().toSorted()).toEqual(manyPeople.map(({ id }) => id).toSorted())
  }
})

it('two people in a cluster of three who are far apart are not clustered with each other', () => {
  // b is near both a and c, but a and c are not near each other, so the order of the list decides.
  const row = [createPerson('a', 0, 0), createPerson('b', 0, 0.0015), createPerson('c', 0, 0.003)]
  expect(clusterIds(row, 15)).toEqual([['a', 'b'], ['c']])
  expect(clusterIds(row.toReversed(), 15)).toEqual([['b', 'c'], ['a']])
})

it('a cluster opens at the zoom at which it splits; people at a single position are drawn separately at the last zoom', () => {
  const [pair] = clusterPeople(nearbyPeople.slice(0, 2), 10)
  expect(pair && findSplitZoom(pair, 10)).toBe(16)
  const [stackedCluster] = clusterPeople([createPerson('a', 10, 10), createPerson('b', 10, 10)], 12)
  expect(stackedCluster && findSplitZoom(stackedCluster, 12)).toBe(19)
  expect(clusterIds([createPerson('a', 10, 10), createPerson('b', 10, 10)], 19)).toEqual([['a'], ['b']])
})
