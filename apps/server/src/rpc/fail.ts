import { type ErrorCode, errors } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/server'
import type { z } from 'zod'

type DataOf<C extends ErrorCode> = (typeof errors)[C] extends { data: infer D extends z.ZodType }
  ? z.input<D>
  : undefined

/**
 * An expected failure of the catalogue, ready to be thrown. The procedure's contract must list the code, or the client sees it as
 * undefined. `message` replaces the catalogue's text where the text depends on a setting.
 */
export function fail<C extends ErrorCode>(
  code: C,
  ...[data, message]: undefined extends DataOf<C>
    ? [data?: DataOf<C>, message?: string]
    : [data: DataOf<C>, message?: string]
): ORPCError<C, DataOf<C>> {
  const { status, message: text } = errors[code]
  return new ORPCError(code, { defined: true, status, message: message ?? text, data: data as DataOf<C> })
}
