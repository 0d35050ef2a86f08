import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { type ShapeProblem, shapeProblemMessages } from '@muster/domain/geo/shape-problem.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { render } from '../../lib/texts/render.ts'
import { fail } from '../../rpc/fail.ts'

/** Throws ZONE_INVALID if the shape is invalid, with each problem and its position. */
export function requireShape(shape: ZoneShape): void {
  const verdict = validateShape(shape)
  if (verdict.ok) return
  const problems = verdict.problems.map(addProblemText)
  throw fail('ZONE_INVALID', { problems }, problems[0]?.message)
}

/** Adds an English message for API clients; the web app translates the code instead. */
export const addProblemText = (problem: ShapeProblem) => ({
  ...problem,
  message: render(shapeProblemMessages[problem.code], sourceLanguage),
})
