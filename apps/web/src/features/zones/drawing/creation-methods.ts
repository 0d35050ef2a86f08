import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { FormErrors } from '@mantine/form'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import {
  interactiveFormErrors,
  multiCoordinateFormErrors,
  rectangleFormErrors,
} from '@muster/domain/zone-form.ts'
import type { NewZonePlace } from '../../organisations/public.ts'
import { toFormErrors } from './form-errors.ts'
import { draftToShape, isBlank, type ShapeDraft, shapeDraftMessage, shapeToDraft } from './shape-draft.ts'
import type { ZoneFacts } from './zone-facts-fields.tsx'

/** The specified ways to create a zone, which are modes of one creator. */
export type CreationMethod = 'normal' | 'location' | 'multi' | 'interactive' | 'import'

export type NewZoneDraft = ZoneFacts & NewZonePlace & { requestId: string; shape: ShapeDraft }

/** The specified capacity of zones from coordinates or from the current position. */
export const defaultCapacity = 50

export const creationTitles: Record<CreationMethod, string> = {
  normal: t`Create Normal Zone`,
  location: t`Create Zone from Location`,
  multi: t`Create Multi-Coordinate Zone`,
  interactive: t`Interactive Zone Creator`,
  import: t`Import zones`,
}

const generalFailure = t`Failed to create zone. Please try again.`
export const creationFailures: Record<CreationMethod, string> = {
  normal: generalFailure,
  location: t`Failed to create zone from current location`,
  multi: t`Failed to create multi-coordinate zone`,
  interactive: generalFailure,
  import: generalFailure,
}

const startKind = (method: CreationMethod): ShapeDraft['kind'] =>
  method === 'normal' || method === 'location' ? 'rectangle' : 'polygon'

/** Returns the method to which a kind of shape belongs, so that the title and the messages fit what is drawn. */
export function methodForKind(method: CreationMethod, kind: ShapeDraft['kind']): CreationMethod {
  if (kind === 'polygon') return method === 'multi' ? method : 'interactive'
  return method === 'multi' ? 'normal' : method
}

const hasDefaultCapacity = (method: CreationMethod) => method === 'multi' || method === 'location'

/** A blank shape becomes the method's kind, an empty capacity its default. `before`: the method used until now, whose default capacity does not stay. */
export function prepareDraft(
  method: CreationMethod,
  draft: Pick<NewZoneDraft, 'shape' | 'maxCapacity'>,
  before?: CreationMethod,
) {
  const { shape } = draft
  const isLeft = before === 'multi' && !hasDefaultCapacity(method) && draft.maxCapacity === defaultCapacity
  const maxCapacity = isLeft ? '' : draft.maxCapacity
  return {
    shape: isBlank(shape) ? { ...shapeToDraft(undefined), kind: startKind(method) } : shape,
    maxCapacity: method === 'multi' && maxCapacity === '' ? defaultCapacity : maxCapacity,
  }
}

export function findShapeProblems({
  shape: shapeDraft,
}: Pick<NewZoneDraft, 'shape'>): readonly ShapeProblem[] {
  const shape = draftToShape(shapeDraft)
  const verdict = shape && validateShape(shape)
  return verdict?.ok === false ? verdict.problems : []
}

/** Returns the messages of a draft by field, in the specification's wording for its method. */
export function creationErrors(method: CreationMethod, draft: NewZoneDraft): FormErrors {
  const errors =
    method === 'normal' || method === 'location' ? rectangleErrors(draft) : pointErrors(method, draft)
  const message = shapeDraftMessage(draft.shape)
  return errors.shape || !message ? errors : { ...errors, shape: message }
}

function pointErrors(method: CreationMethod, draft: NewZoneDraft): FormErrors {
  const { shape } = draft
  const rings = shape.parts.flat()
  const isPolygon = shape.kind === 'polygon'
  // A box or circle has two corners instead of points, so a list of three stands in for a complete set.
  const points = isPolygon ? rings.flatMap(it => it.points) : [1, 2, 3]
  const editing = isPolygon && rings.some(ring => ring.editing !== null)
  const errors =
    method === 'multi'
      ? multiCoordinateFormErrors({ ...draft, points, editing })
      : interactiveFormErrors({ signedIn: true, ...draft, points })
  return toFormErrors(errors, 'shape', findShapeProblems(draft))
}

function rectangleErrors(draft: NewZoneDraft): FormErrors {
  const errors = rectangleMessages(draft)
  const find = (name: string) => errors.find(({ field }) => field === name)
  const [name, maxCapacity] = [find('name'), find('maxCapacity')]
  return {
    ...(name && { name: i18n._(name.message) }),
    ...(maxCapacity && { maxCapacity: i18n._(maxCapacity.message) }),
    ...toFormErrors([], 'shape', findShapeProblems(draft)),
  }
}

/** Returns all messages of the rectangle form, in the order of its fields. */
export function rectangleMessages({ name, maxCapacity, shape: { start, end, kind } }: NewZoneDraft) {
  const corners = { startLat: start.lat, startLng: start.lng, endLat: end.lat, endLng: end.lng }
  return rectangleFormErrors({ name, maxCapacity, ...corners }).filter(
    ({ field }) => kind !== 'polygon' || field === 'name' || field === 'maxCapacity',
  )
}
