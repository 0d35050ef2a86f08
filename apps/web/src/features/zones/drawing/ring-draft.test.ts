import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { describe, expect, it } from 'vitest'
import { addPoint, emptyList, removePoint, toCoordinateList } from './coordinate-list.ts'
import { addHole, addPart, cancelRing, putRing, removeRing, ringProblems } from './ring-draft.ts'
import {
  draftToShape,
  findOpenRing,
  openRingMessage,
  ringAt,
  type ShapeDraft,
  shapeDraftMessage,
  shapeToDraft,
  standingShape,
} from './shape-draft.ts'

/** Creates a square from its south-west corner and side length, in thousandths of a degree. */
const square = (lat: number, lng: number, side: number) =>
  [
    [0, 0],
    [0, side],
    [side, side],
    [side, 0],
  ].map(([up = 0, across = 0]) => ({ lat: (lat + up) / 1000, lng: (lng + across) / 1000 }))

const outer = square(0, 0, 10)
const hole = square(2, 2, 2)
const plain = shapeToDraft({ boundary: 'polygon', points: outer })
const withHole = shapeToDraft({ boundary: 'multipolygon', polygons: [[outer, hole]] })
const whole = { boundary: 'multipolygon', polygons: [[outer, hole]] }
const findCodes = (draft: ShapeDraft) => {
  const open = findOpenRing(draft)
  return open ? ringProblems(draft, open).map(({ code }) => code) : 'joined'
}

it('a new hole does not change the shape yet, and blocks saving', () => {
  const draft = addHole(plain, 0)
  expect(findOpenRing(draft)).toEqual({ part: 0, ring: 1 })
  expect(standingShape(draft, findOpenRing(draft))).toEqual({ boundary: 'polygon', points: outer })
  expect(draftToShape(draft)).toBeUndefined()
  expect(shapeDraftMessage(draft)).toBe('At least 3 coordinates are required to create a zone')
  expect(openRingMessage(draft)).toBe('Finish the hole inside part 1 or cancel it before you save.')
  expect(draftToShape(removeRing(draft, { part: 0, ring: 1 }))).toEqual(draftToShape(plain))
})

it('a drawing fills the open ring, and the shape is complete again', () => {
  const drawn = putRing(addHole(plain, 0), { part: 0, ring: 1 }, toCoordinateList(hole))
  expect(draftToShape(drawn)).toEqual(whole)
  expect(openRingMessage(drawn)).toBeUndefined()
  const second = putRing(addHole(drawn, 0), { part: 0, ring: 2 }, toCoordinateList(square(6, 6, 2)))
  const part = putRing(addPart(second), { part: 1, ring: 0 }, toCoordinateList(square(0, 20, 5)))
  const hole2 = putRing(addHole(part, 1), { part: 1, ring: 1 }, toCoordinateList(square(1, 21, 2)))
  expect(draftToShape(hole2)).toEqual({
    boundary: 'multipolygon',
    polygons: [
      [outer, hole, square(6, 6, 2)],
      [square(0, 20, 5), square(1, 21, 2)],
    ],
  })
})

it('a hole typed point by point stays open until the third point', () => {
  const place = { part: 0, ring: 1 }
  let draft = addHole(plain, 0)
  for (const [n, point] of hole.slice(0, 3).entries()) {
    expect(findOpenRing(draft), `after ${n}`).toEqual(place)
    draft = putRing(draft, place, addPoint(ringAt(draft, place) ?? emptyList, point))
  }
  expect(findOpenRing(draft)).toBeUndefined()
})

describe('a ring that does not fit stays open with its points, and the other rings stay', () => {
  it.each([
    ['a hole outside its part', addHole(plain, 0), square(20, 20, 2), ['hole_outside']],
    ['a hole across the outline', addHole(plain, 0), square(8, 4, 4), ['rings_cross', 'rings_cross']],
    ['a hole across another hole', addHole(withHole, 0), square(3, 3, 2), ['rings_cross', 'rings_cross']],
    ['a hole around another hole', addHole(withHole, 0), square(1, 1, 5), ['holes_overlap']],
    ['a part across another', addPart(plain), square(8, 8, 5), ['rings_cross', 'rings_cross']],
    ['a part inside another', addPart(plain), square(4, 4, 2), ['parts_overlap']],
  ])('%s', (_, draft, ring, codes) => {
    const place = findOpenRing(draft) ?? { part: -1, ring: -1 }
    const refused = putRing(draft, place, toCoordinateList(ring))
    expect(findCodes(refused)).toEqual(codes)
    expect(findOpenRing(refused)).toEqual(place)
    expect(draftToShape(refused)).toBeUndefined()
    expect(shapeDraftMessage(refused)).toMatch(/^Finish .* or cancel it to save\.$/)
    expect(standingShape(refused, place)).toEqual(draftToShape(removeRing(refused, place)))
    // Its corners are moved to where the ring fits.
    const mended = putRing(
      refused,
      place,
      toCoordinateList(place.part === 1 ? square(30, 30, 2) : square(7, 7, 1)),
    )
    expect(findCodes(mended)).toBe('joined')
    expect(validateShape(draftToShape(mended) ?? { boundary: 'polygon', points: [] })).toEqual({ ok: true })
  })
})

it('a ring left with too few points is reopened, and its points and the other rings stay', () => {
  const triangle = hole.slice(0, 3)
  const draft = shapeToDraft({ boundary: 'multipolygon', polygons: [[outer, triangle]] })
  const place = { part: 0, ring: 1 }
  const short = putRing(draft, place, removePoint(toCoordinateList(triangle), 1))
  expect(findOpenRing(short)).toEqual(place)
  expect(openRingMessage(short)).toBe('Finish the hole inside part 1 or cancel it before you save.')
  expect(standingShape(short, place)).toEqual({ boundary: 'polygon', points: outer })
  // While its outline is redrawn, the hole counts as an outline, and the new outline must enclose it.
  const outline = { part: 0, ring: 0 }
  const open = putRing(withHole, outline, toCoordinateList(outer.slice(0, 2)))
  expect(standingShape(open, outline)).toEqual({ boundary: 'polygon', points: hole })
  const beside = putRing(open, outline, toCoordinateList(square(20, 20, 5)))
  expect(findCodes(beside)).toEqual(['hole_outside'])
  expect(draftToShape(putRing(beside, outline, toCoordinateList(outer)))).toEqual(whole)
})

describe('Cancel', () => {
  const far = square(0, 20, 5)
  const twoParts = shapeToDraft({ boundary: 'multipolygon', polygons: [[outer, hole], [far]] })
  const outline = { part: 0, ring: 0 }
  const short = putRing(twoParts, outline, toCoordinateList(outer.slice(0, 2)))

  it('restores a redrawn outline that does not fit, and its hole stays', () => {
    const refused = putRing(short, outline, toCoordinateList(square(0, 18, 9)))
    expect(findOpenRing(refused)).toEqual(outline)
    expect(findCodes(refused)).not.toBe('joined')
    expect(cancelRing(refused, outline).parts).toEqual(twoParts.parts)
    expect(findOpenRing(cancelRing(refused, outline))).toBeUndefined()
    // The outline is reduced to two points again: Cancel must still restore the first state.
    const again = putRing(refused, outline, toCoordinateList(far.slice(0, 2)))
    expect(cancelRing(again, outline).parts).toEqual(twoParts.parts)
  })

  it('restores a ring left with too few points', () => {
    expect(draftToShape(cancelRing(short, outline))).toEqual(draftToShape(twoParts))
  })

  it('removes a newly started ring', () => {
    const draft = putRing(addPart(twoParts), { part: 2, ring: 0 }, toCoordinateList(square(1, 1, 1)))
    expect(findCodes(draft)).not.toBe('joined')
    expect(cancelRing(draft, { part: 2, ring: 0 }).parts).toEqual(twoParts.parts)
  })

  it('restores two incomplete rings one after the other, even if a part before them was removed', () => {
    const both = putRing(short, { part: 1, ring: 0 }, toCoordinateList(far.slice(0, 2)))
    expect(findOpenRing(both)).toEqual(outline)
    const one = cancelRing(both, outline)
    expect(findOpenRing(one)).toEqual({ part: 1, ring: 0 })
    expect(cancelRing(one, { part: 1, ring: 0 }).parts).toEqual(twoParts.parts)
    const threeParts = addPart(twoParts)
    const third = putRing(threeParts, { part: 2, ring: 0 }, toCoordinateList(square(0, 40, 5)))
    const shortThird = putRing(third, { part: 2, ring: 0 }, toCoordinateList(far.slice(0, 2)))
    const moved = removeRing(shortThird, outline)
    expect(findOpenRing(moved)).toEqual({ part: 1, ring: 0 })
    expect(cancelRing(moved, { part: 1, ring: 0 }).parts).toEqual([
      [toCoordinateList(far)],
      [toCoordinateList(square(0, 40, 5))],
    ])
  })
})

it('removing the only part leaves a blank one to draw', () => {
  expect(removeRing(withHole, { part: 0, ring: 0 }).parts).toEqual([[emptyList]])
})

it('the first ring is not open, because there are no other rings', () => {
  expect(findOpenRing(shapeToDraft(undefined))).toBeUndefined()
  expect(openRingMessage(shapeToDraft(undefined))).toBeUndefined()
})
