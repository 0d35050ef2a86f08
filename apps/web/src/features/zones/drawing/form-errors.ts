import type { FormErrors } from '@mantine/form'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import type { PointsFormError } from '@muster/domain/zone-form.ts'
import type { ReactNode } from 'react'

/** The errors of a form by field, in order. Errors of the points and their shape belong to the field `points`. */
export function toFormErrors(
  errors: readonly PointsFormError[],
  points: string,
  [problem]: readonly ShapeProblem[],
): FormErrors {
  const formErrors: FormErrors = {}
  for (const { field, message } of errors) formErrors[field === 'points' ? points : field] = message
  if (problem) formErrors[points] ??= problem.message
  return formErrors
}

export const toErrorText = (error: ReactNode) => (typeof error === 'string' ? error : undefined)
