import { i18n } from '@lingui/core'
import type { FormErrors } from '@mantine/form'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import type { PointsFormError } from '@muster/domain/zone-form.ts'
import type { ReactNode } from 'react'
import { shapeProblemText } from './shape-problems.tsx'

/** Keeps their order. `points`: the field for errors in the points or, if they have none, the first problem with the shape. */
export function toFormErrors(
  errors: readonly PointsFormError[],
  points: string,
  [problem]: readonly ShapeProblem[],
): FormErrors {
  const formErrors: FormErrors = {}
  for (const { field, message } of errors) formErrors[field === 'points' ? points : field] = i18n._(message)
  if (problem) formErrors[points] ??= shapeProblemText(problem)
  return formErrors
}

export const toErrorText = (error: ReactNode) => (typeof error === 'string' ? error : undefined)
