import { failureText } from './check-texts.ts'
import { positionOptions, readPosition } from './read-position.ts'

/** Where the person stands, for forms; or the specification's text that says why that is not known. */
export async function locate(
  signal?: AbortSignal,
): Promise<{ lat: number; lng: number; accuracyMeters: number | null } | { problem: string }> {
  const result = await readPosition(positionOptions.location, undefined, signal)
  if (result.ok) {
    const { lat, lng, accuracyMeters } = result.reading
    return { lat, lng, accuracyMeters }
  }
  const { text, next } = failureText(result.failure, 'member')
  return { problem: `${text}. ${next}` }
}
