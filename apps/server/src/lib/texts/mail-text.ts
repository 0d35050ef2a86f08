import { render } from './render.ts'
import type { Text } from './text.ts'

/** Renders the subject and the paragraphs of an email in a language. A link is a paragraph of its own. */
export const mailText = (language: string, subject: Text, paragraphs: readonly Text[]) => ({
  subject: render(subject, language),
  text: `${paragraphs.map(paragraph => render(paragraph, language)).join('\n\n')}\n`,
})
