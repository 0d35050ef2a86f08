import { type ErrorCode, errors } from '@muster/contract/errors.ts'
import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import type { Text } from '../lib/texts/text.ts'
import { withText } from './error-texts.ts'

type DataOf<C extends ErrorCode> = (typeof errors)[C] extends { data: infer D extends z.ZodType }
  ? z.input<D>
  : undefined

/**
 * To be thrown. The procedure's contract must list the code, or the client treats it as unexpected. `text` replaces the default
 * where that depends on a setting or is more specific.
 */
export function fail<C extends ErrorCode>(
  code: C,
  ...[data, text]: undefined extends DataOf<C>
    ? [data?: DataOf<C>, text?: Text]
    : [data: DataOf<C>, text?: Text]
): ORPCError<C, DataOf<C>> {
  const { status, message } = errors[code]
  const error = new ORPCError(code, { defined: true, status, message, data: data as DataOf<C> })
  return text === undefined ? error : withText(error, text)
}

/** For a limit of what is made at once, which is free again in some seconds. */
export const createBusyError = () =>
  fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + 10_000).toISOString() })
