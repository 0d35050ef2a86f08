import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { type CoordinateList, emptyList } from './coordinate-list.ts'
import {
  isFinished,
  isSameRing,
  type ReopenedRing,
  type RingPlace,
  ringAt,
  type ShapeDraft,
  toFinishedShape,
} from './shape-draft.ts'

const noProblems: readonly never[] = []

/** Empty if the ring is unfinished, or if the others have problems of their own, which are shown for the whole shape. */
export function ringProblems(draft: ShapeDraft, place: RingPlace): readonly ShapeProblem[] {
  if (!isFinished(ringAt(draft, place) ?? emptyList)) return noProblems
  const otherShape = toFinishedShape(draft, place)
  if (otherShape && !validateShape(otherShape).ok) return noProblems
  const wholeShape = toFinishedShape(draft)
  const verdict = wholeShape && validateShape(wholeShape)
  return verdict?.ok === false ? verdict.problems : noProblems
}

/** A finished ring left with too few points is reopened. An open ring joins the others if it fits, and stays open if not. */
export function putRing(draft: ShapeDraft, place: RingPlace, list: CoordinateList): ShapeDraft {
  const { adding, reopened = noProblems } = draft
  const previousList = ringAt(draft, place)
  const isOpen = [adding, ...reopened.map(it => it.place)].some(it => isSameRing(it, place))
  const reopensRing = previousList && !isOpen && isFinished(previousList) && !isFinished(list)
  return joinFinishedRings({
    ...replaceRing(draft, place, list),
    reopened: reopensRing ? [...reopened, { place, was: previousList }] : reopened,
  })
}

const replaceRing = (draft: ShapeDraft, { part, ring }: RingPlace, list: CoordinateList): ShapeDraft => ({
  ...draft,
  parts: draft.parts.map((rings, n) => (n === part ? rings.with(ring, list) : rings)),
})

/** Returns the draft after open rings that are finished and fit have joined the others. */
function joinFinishedRings(draft: ShapeDraft): ShapeDraft {
  const isOpen = (place: RingPlace) =>
    !isFinished(ringAt(draft, place) ?? emptyList) ||
    (toFinishedShape(draft, place) !== undefined && ringProblems(draft, place).length > 0)
  return {
    ...draft,
    adding: draft.adding && isOpen(draft.adding) ? draft.adding : undefined,
    reopened: draft.reopened?.filter(({ place }) => isOpen(place)),
  }
}

/** Cancels the open ring: a new one is removed, any other returns to its state before it became open. */
export function cancelRing(draft: ShapeDraft, openRing: RingPlace): ShapeDraft {
  const isReopened = (it: ReopenedRing) => isSameRing(it.place, openRing)
  const originalList = draft.reopened?.find(isReopened)?.was
  if (!originalList) return removeRing(draft, openRing)
  const reopenedRings = draft.reopened?.filter(it => !isReopened(it))
  return joinFinishedRings({
    ...replaceRing(draft, openRing, { ...originalList, editing: null }),
    reopened: reopenedRings,
  })
}

export function addHole(draft: ShapeDraft, part: number): ShapeDraft {
  const ring = draft.parts[part]?.length ?? 0
  const parts = draft.parts.map((rings, n) => (n === part ? [...rings, emptyList] : rings))
  return { ...draft, parts, adding: { part, ring } }
}

export function addPart(draft: ShapeDraft): ShapeDraft {
  return { ...draft, parts: [...draft.parts, [emptyList]], adding: { part: draft.parts.length, ring: 0 } }
}

/** Removes a ring; removing a part's outline also removes its holes. While a ring is being added, call it only for that ring. */
export function removeRing(draft: ShapeDraft, { part, ring }: RingPlace): ShapeDraft {
  const parts =
    ring === 0
      ? draft.parts.filter((_, n) => n !== part)
      : draft.parts.map((rings, n) => (n === part ? rings.filter((_, m) => m !== ring) : rings))
  const reopenedRings = draft.reopened?.flatMap(it => {
    const place = shiftPlace(it.place, { part, ring })
    return place ? [{ ...it, place }] : []
  })
  return joinFinishedRings({
    ...draft,
    parts: parts.length > 0 ? parts : [[emptyList]],
    adding: undefined,
    reopened: reopenedRings,
  })
}

/** Returns the position of a ring after `removed` was removed; undefined if it was that ring. */
function shiftPlace(place: RingPlace, removed: RingPlace): RingPlace | undefined {
  if (removed.ring === 0) {
    if (place.part === removed.part) return undefined
    return place.part > removed.part ? { ...place, part: place.part - 1 } : place
  }
  if (place.part !== removed.part || place.ring < removed.ring) return place
  return place.ring === removed.ring ? undefined : { ...place, ring: place.ring - 1 }
}
