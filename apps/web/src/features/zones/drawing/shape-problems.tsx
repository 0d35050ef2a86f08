import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type ShapeProblem, shapeProblemMessages } from '@muster/domain/geo/shape-problem.ts'
import { ORPCError } from '@orpc/client'
import { hasCode } from '../../../lib/error-text.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'

/** Returns the problems with a shape that the server reported in `error`; empty for any other error. */
export function readShapeProblems(error: unknown): readonly ShapeProblem[] {
  if (!hasCode(error, 'ZONE_INVALID') || !(error instanceof ORPCError)) return []
  return (error.data as { problems?: ShapeProblem[] } | undefined)?.problems ?? []
}

export const shapeProblemText = ({ code }: ShapeProblem) => i18n._(shapeProblemMessages[code])

/** Lists why a shape cannot be a zone, with the position of each problem. The map marks the same positions. */
export function ShapeProblems({ problems }: { problems: readonly ShapeProblem[] }) {
  if (problems.length === 0) return null
  return (
    // A complete but invalid shape has no field to focus, so the focus moves here.
    <div tabIndex={-1} data-marked>
      <ProblemAlert title={t`This shape can’t be used as a zone yet`}>
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {problems.map(({ code, at }) => (
            <li key={`${code} ${at?.lat} ${at?.lng}`}>
              {i18n._(shapeProblemMessages[code])}
              {at && ` (${formatPlace(at)})`}
            </li>
          ))}
        </ul>
      </ProblemAlert>
    </div>
  )
}

/** Converts the problems that have a position to marks on the map. */
export const toMarkers = (problems: readonly ShapeProblem[]) =>
  problems.flatMap(problem => (problem.at ? [{ ...problem.at, text: shapeProblemText(problem) }] : []))
