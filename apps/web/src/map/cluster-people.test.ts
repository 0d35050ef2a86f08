import { expect, it } from 'vitest'
import { clusterPeople, splitZoom } from './cluster-people.ts'
import type { MapPerson } from './surface.ts'

const person = (id: string, lat: number, lng: number): MapPerson => ({
  id,
  name: id,
  initials: id,
  state: 'inside',
  lat,
  lng,
})
const ids = (people: readonly MapPerson[], zoom: number) =>
  clusterPeople(people, zoom).map(cluster => cluster.people.map(({ id }) => id))

/** At zoom 15 on the equator a pixel is 4.8 m wide, so 40 pixels are 191 m. */
const near = [person('a', 0, 0), person('b', 0, 0.0015), person('c', 0, 0.01)]

it('people within 40 pixels of each other are clustered at their centre, and others stay single', () => {
  expect(ids(near, 15)).toEqual([['a', 'b'], ['c']])
  const [pair] = clusterPeople(near, 15)
  expect(pair).toMatchObject({ lat: 0, lng: 0.00075 })
  expect(ids(near, 16)).toEqual([['a'], ['b'], ['c']])
})

it('a fractional zoom clusters like the whole zoom below it, so that zooming does not flicker', () => {
  expect(ids(near, 15.9)).toEqual(ids(near, 15))
})

it('nobody is lost or drawn twice, wherever they are', () => {
  const many = Array.from({ length: 500 }, (_, n) =>
    person(String(n), ((n * 37) % 178) - 89, ((n * 61) % 360) - 180 + n / 1_000),
  )
  for (const zoom of [0, 3, 9, 15, 19]) {
    expect(ids(many, zoom).flat().toSorted()).toEqual(many.map(({ id }) => id).toSorted())
  }
})

it('two people in a cluster of three who are far apart are not clustered with each other', () => {
  // b is near both a and c, but a and c are not near each other, so the order of the list decides.
  const row = [person('a', 0, 0), person('b', 0, 0.0015), person('c', 0, 0.003)]
  expect(ids(row, 15)).toEqual([['a', 'b'], ['c']])
  expect(ids(row.toReversed(), 15)).toEqual([['b', 'c'], ['a']])
})

it('a cluster opens at the zoom at which it splits; people at a single position are drawn separately at the last zoom', () => {
  const [pair] = clusterPeople(near.slice(0, 2), 10)
  expect(pair && splitZoom(pair, 10)).toBe(16)
  const [spot] = clusterPeople([person('a', 10, 10), person('b', 10, 10)], 12)
  expect(spot && splitZoom(spot, 12)).toBe(19)
  expect(ids([person('a', 10, 10), person('b', 10, 10)], 19)).toEqual([['a'], ['b']])
})
