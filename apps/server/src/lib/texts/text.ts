import type { MessageDescriptor } from '@lingui/core'

/**
 * A text that a person reads. A string is somebody's own words (a title, a name) and the same in every language; a descriptor, made by
 * `msg`, is the product's and is translated. Its values may be numbers, other texts or functions of the language.
 */
export type Text = string | MessageDescriptor

/** A value of a text whose form depends on the language, such as a date. */
export type LocalValue = (language: string) => string
