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
  toFinishedShape,
} from './shape-draft.ts'

/** Creates a square from its south-west corner and side length, in thousandths of a degree. */
const aSquare = (lat: number, lng: number, side: number) =>
  [
    [0, 0],
    [0, side],
    [side, side],
    [side, 0],
  ].map(([up = 0, across = 0]) => ({ lat: (lat + up) / 1000, lng: (lng + across) / 1000 }))

const outerRing = aSquare(0, 0, 10)
const hole = aSquare(2, 2, 2)
const plainDraft = shapeToDraft({ boundary: 'polygon', points: outerRing })
const draftWithHole = shapeToDraft({ boundary: 'multipolygon', polygons: [[outerRing, hole]] })
const wholeShape = { boundary: 'multipolygon', polygons: [[outerRing, hole]] }
const findCodes = (draft: ShapeDraft) => {
  const openRing = findOpenRing(draft)
  return openRing ? ringProblems(draft, openRing).map(({ code }) => code) : 'joined'
}

it('a new hole does not change the shape yet, and blocks saving', () => {
  const draft = addHole(plainDraft, 0)
  expect(findOpenRing(draft)).toEqual({ part: 0, ring: 1 })
  expect(toFinishedShape(draft, findOpenRing(draft))).toEqual({ boundary: 'polygon', points: outerRing })
  expect(draftToShape(draft)).toBeUndefined()
  expect(shapeDraftMessage(draft)).toBe('At least 3 coordinates are required to create a zone')
  expect(openRingMessage(draft)).toBe('Finish the hole inside part 1 or cancel it before you save.')
  expect(draftToShape(removeRing(draft, { part: 0, ring: 1 }))).toEqual(draftToShape(plainDraft))
})

it('a drawing fills the open ring, and the shape is complete again', () => {
  const oneHoleDraft = putRing(addHole(plainDraft, 0), { part: 0, ring: 1 }, toCoordinateList(hole))
  expect(draftToShape(oneHoleDraft)).toEqual(wholeShape)
  expect(openRingMessage(oneHoleDraft)).toBeUndefined()
  const twoHolesDraft = putRing(
    addHole(oneHoleDraft, 0),
    { part: 0, ring: 2 },
    toCoordinateList(aSquare(6, 6, 2)),
  )
  const twoPartsDraft = putRing(
    addPart(twoHolesDraft),
    { part: 1, ring: 0 },
    toCoordinateList(aSquare(0, 20, 5)),
  )
  const holeInPartDraft = putRing(
    addHole(twoPartsDraft, 1),
    { part: 1, ring: 1 },
    toCoordinateList(aSquare(1, 21, 2)),
  )
  expect(draftToShape(holeInPartDraft)).toEqual({
    boundary: 'multipolygon',
    polygons: [
      [outerRing, hole, aSquare(6, 6, 2)],
      [aSquare(0, 20, 5), aSquare(1, 21, 2)],
    ],
  })
})

it('a hole typed point by point stays open until the third point', () => {
  const ringPlace = { part: 0, ring: 1 }
  let draft = addHole(plainDraft, 0)
  for (const [n, point] of hole.slice(0, 3).entries()) {
    expect(findOpenRing(draft), `after ${n}`).toEqual(ringPlace)
    draft = putRing(draft, ringPlace, addPoint(ringAt(draft, ringPlace) ?? emptyList, point))
  }
  expect(findOpenRing(draft)).toBeUndefined()
})

describe('a ring that does not fit stays open with its points, and the other rings stay', () => {
  it.each([
    ['a hole outside its part', addHole(plainDraft, 0), aSquare(20, 20, 2), ['hole_outside']],
    ['a hole across the outline', addHole(plainDraft, 0), aSquare(8, 4, 4), ['rings_cross', 'rings_cross']],
    [
      'a hole across another hole',
      addHole(draftWithHole, 0),
      aSquare(3, 3, 2),
      ['rings_cross', 'rings_cross'],
    ],
    ['a hole around another hole', addHole(draftWithHole, 0), aSquare(1, 1, 5), ['holes_overlap']],
    ['a part across another', addPart(plainDraft), aSquare(8, 8, 5), ['rings_cross', 'rings_cross']],
    ['a part inside another', addPart(plainDraft), aSquare(4, 4, 2), ['parts_overlap']],
  ])('%s', (_, draft, ring, codes) => {
    const ringPlace = findOpenRing(draft) ?? { part: -1, ring: -1 }
    const refusedDraft = putRing(draft, ringPlace, toCoordinateList(ring))
    expect(findCodes(refusedDraft)).toEqual(codes)
    expect(findOpenRing(refusedDraft)).toEqual(ringPlace)
    expect(draftToShape(refusedDraft)).toBeUndefined()
    expect(shapeDraftMessage(refusedDraft)).toMatch(/^Finish .* or cancel it before you save\.$/)
    expect(toFinishedShape(refusedDraft, ringPlace)).toEqual(
      draftToShape(removeRing(refusedDraft, ringPlace)),
    )
    // The ring's corners are moved to where it fits.
    const correctedDraft = putRing(
      refusedDraft,
      ringPlace,
      toCoordinateList(ringPlace.part === 1 ? aSquare(30, 30, 2) : aSquare(7, 7, 1)),
    )
    expect(findCodes(correctedDraft)).toBe('joined')
    expect(validateShape(draftToShape(correctedDraft) ?? { boundary: 'polygon', points: [] })).toEqual({
      ok: true,
    })
  })
})

it('a ring left with too few points is reopened, and its points and the other rings stay', () => {
  const triangle = hole.slice(0, 3)
  const draft = shapeToDraft({ boundary: 'multipolygon', polygons: [[outerRing, triangle]] })
  const ringPlace = { part: 0, ring: 1 }
  const shortDraft = putRing(draft, ringPlace, removePoint(toCoordinateList(triangle), 1))
  expect(findOpenRing(shortDraft)).toEqual(ringPlace)
  expect(openRingMessage(shortDraft)).toBe('Finish the hole inside part 1 or cancel it before you save.')
  expect(toFinishedShape(shortDraft, ringPlace)).toEqual({ boundary: 'polygon', points: outerRing })
  // While its outline is redrawn, the hole counts as an outline, and the new outline must enclose it.
  const outlinePlace = { part: 0, ring: 0 }
  const openDraft = putRing(draftWithHole, outlinePlace, toCoordinateList(outerRing.slice(0, 2)))
  expect(toFinishedShape(openDraft, outlinePlace)).toEqual({ boundary: 'polygon', points: hole })
  const disjointDraft = putRing(openDraft, outlinePlace, toCoordinateList(aSquare(20, 20, 5)))
  expect(findCodes(disjointDraft)).toEqual(['hole_outside'])
  expect(draftToShape(putRing(disjointDraft, outlinePlace, toCoordinateList(outerRing)))).toEqual(wholeShape)
})

describe('Cancel', () => {
  const farRing = aSquare(0, 20, 5)
  const twoPartsDraft = shapeToDraft({ boundary: 'multipolygon', polygons: [[outerRing, hole], [farRing]] })
  const outlinePlace = { part: 0, ring: 0 }
  const shortDraft = putRing(twoPartsDraft, outlinePlace, toCoordinateList(outerRing.slice(0, 2)))

  it('restores a redrawn outline that does not fit, and its hole stays', () => {
    const refusedDraft = putRing(shortDraft, outlinePlace, toCoordinateList(aSquare(0, 18, 9)))
    expect(findOpenRing(refusedDraft)).toEqual(outlinePlace)
    expect(findCodes(refusedDraft)).not.toBe('joined')
    expect(cancelRing(refusedDraft, outlinePlace).parts).toEqual(twoPartsDraft.parts)
    expect(findOpenRing(cancelRing(refusedDraft, outlinePlace))).toBeUndefined()
    // The outline is reduced to two points again: Cancel must still restore the first state.
    const shortenedDraft = putRing(refusedDraft, outlinePlace, toCoordinateList(farRing.slice(0, 2)))
    expect(cancelRing(shortenedDraft, outlinePlace).parts).toEqual(twoPartsDraft.parts)
  })

  it('restores a ring left with too few points', () => {
    expect(draftToShape(cancelRing(shortDraft, outlinePlace))).toEqual(draftToShape(twoPartsDraft))
  })

  it('removes a newly started ring', () => {
    const draft = putRing(addPart(twoPartsDraft), { part: 2, ring: 0 }, toCoordinateList(aSquare(1, 1, 1)))
    expect(findCodes(draft)).not.toBe('joined')
    expect(cancelRing(draft, { part: 2, ring: 0 }).parts).toEqual(twoPartsDraft.parts)
  })

  it('restores two incomplete rings one after the other, even if a part before them was removed', () => {
    const twoShortRingsDraft = putRing(
      shortDraft,
      { part: 1, ring: 0 },
      toCoordinateList(farRing.slice(0, 2)),
    )
    expect(findOpenRing(twoShortRingsDraft)).toEqual(outlinePlace)
    const oneShortRingDraft = cancelRing(twoShortRingsDraft, outlinePlace)
    expect(findOpenRing(oneShortRingDraft)).toEqual({ part: 1, ring: 0 })
    expect(cancelRing(oneShortRingDraft, { part: 1, ring: 0 }).parts).toEqual(twoPartsDraft.parts)
    const threePartsDraft = addPart(twoPartsDraft)
    const thirdDraft = putRing(threePartsDraft, { part: 2, ring: 0 }, toCoordinateList(aSquare(0, 40, 5)))
    const shortThirdDraft = putRing(thirdDraft, { part: 2, ring: 0 }, toCoordinateList(farRing.slice(0, 2)))
    const movedDraft = removeRing(shortThirdDraft, outlinePlace)
    expect(findOpenRing(movedDraft)).toEqual({ part: 1, ring: 0 })
    expect(cancelRing(movedDraft, { part: 1, ring: 0 }).parts).toEqual([
      [toCoordinateList(farRing)],
      [toCoordinateList(aSquare(0, 40, 5))],
    ])
  })
})

it('removing the only part leaves a blank one to draw', () => {
  expect(removeRing(draftWithHole, { part: 0, ring: 0 }).parts).toEqual([[emptyList]])
})

it('the first ring is not open, because there are no other rings', () => {
  expect(findOpenRing(shapeToDraft(undefined))).toBeUndefined()
  expect(openRingMessage(shapeToDraft(undefined))).toBeUndefined()
})
