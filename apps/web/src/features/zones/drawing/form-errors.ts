import { i18n } from '@lingui/core'
import type { FormErrors } from '@mantine/form'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import type { PointsFormError } from '@muster/domain/zone-form.ts'
import type { ReactNode } from 'react'
import { shapeProblemText } from './shape-problems.tsx'

/** The errors of a form by field, in order. Errors of the points and their shape belong to the field `points`. */
export function errorsOf(
  errors: readonly PointsFormError[],
  points: string,
  [problem]: readonly ShapeProblem[],
): FormErrors {
  const found: FormErrors = {}
  for (const { field, message } of errors) found[field === 'points' ? points : field] = i18n._(message)
  if (problem) found[points] ??= shapeProblemText(problem)
  return found
}

export const textOf = (error: ReactNode) => (typeof error === 'string' ? error : undefined)
