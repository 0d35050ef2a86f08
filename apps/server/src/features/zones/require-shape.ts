import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { fail } from '../../rpc/fail.ts'

/** Throws ZONE_INVALID with every reason why a shape is invalid, and its place. */
export function requireShape(shape: ZoneShape): void {
  const verdict = validateShape(shape)
  if (verdict.ok) return
  const { problems } = verdict
  throw fail('ZONE_INVALID', { problems }, problems[0]?.message)
}
