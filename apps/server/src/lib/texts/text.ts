import type { MessageDescriptor } from '@lingui/core'

/** A value whose form depends on the language, such as a date. */
export type LocalValue = (language: string) => string

/**
 * A text that a person reads. A string is somebody's own words (a title, a name) and the same in every language. A descriptor,
 * created by `msg`, is the product's text and is translated; its values may be numbers and other texts. A `LocalValue` is
 * formatted for the language.
 */
export type Text = string | MessageDescriptor | LocalValue
