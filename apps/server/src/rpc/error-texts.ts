import { type ErrorCode, errors } from '@muster/contract/errors.ts'
import { sourceLanguage } from '@muster/domain/language.ts'
import { ORPCError } from '@orpc/server'
import { render } from '../lib/texts/render.ts'
import type { Text } from '../lib/texts/text.ts'

/** Texts for errors that do not use the default text for their code. */
const textByError = new WeakMap<object, Text>()

/** Gives an error its own text; its message is the English version, for logs. */
export function withText<E extends ORPCError<string, unknown>>(error: E, text: Text): E {
  error.message = render(text, sourceLanguage)
  textByError.set(error, text)
  return error
}

/**
 * A translated error is a copy, because several callers may share the original. Unchanged without text or in the source language.
 */
export function translateError(
  language: string,
  error: ORPCError<string, unknown>,
): ORPCError<string, unknown> {
  const text = textByError.get(error) ?? findDefaultText(error)
  if (text === undefined || language === sourceLanguage) return error
  const { code, defined, status, data, cause } = error
  return new ORPCError(code, { defined, status, data, cause, message: render(text, language) })
}

function findDefaultText({ code, message }: ORPCError<string, unknown>): Text | undefined {
  const defaultText = code in errors ? errors[code as ErrorCode] : undefined
  return defaultText?.message === message ? defaultText.text : undefined
}
