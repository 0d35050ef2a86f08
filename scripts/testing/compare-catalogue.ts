/** The strings of a catalogue by id, with their English message. */
type Entries = Readonly<Record<string, { readonly message?: string | undefined }>>

/** Describes how a catalogue differs from the strings of the source: entries that are missing, and entries that nothing uses. */
export function compareCatalogue(source: Entries, catalogue: Entries): string[] {
  const listAbsent = (from: Entries, of: Entries) =>
    Object.entries(from).flatMap(([id, { message }]) => (Object.hasOwn(of, id) ? [] : [message ?? id]))
  return [
    ...listAbsent(source, catalogue).map(message => `missing: ${message}`),
    ...listAbsent(catalogue, source).map(message => `unused: ${message}`),
  ]
}
