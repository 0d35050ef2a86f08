import type { MessageDescriptor } from '@lingui/core'
import { findCatalogue } from '../render.ts'

/** Adds a translation for this test file, so that it does not depend on what translators write. */
export function translate({ id }: MessageDescriptor, language: string, translation: string) {
  findCatalogue(language).load(language, { [id]: translation })
}
