import type { MessageDescriptor } from '@lingui/core'

/** A value whose form depends on the language, such as a date. */
export type LocalValue = (language: string) => string

/**
 * A string is somebody's own words, the same in every language. A `msg` descriptor is translated; its values may be texts too. A
 * `LocalValue` is formatted for the language.
 */
export type Text = string | MessageDescriptor | LocalValue
