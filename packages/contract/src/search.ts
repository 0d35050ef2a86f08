import { MAX_HITS_PER_KIND, searchKinds, searchText } from '@muster/domain/search-kind.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { id, instant } from './ids.ts'
import { text } from './texts.ts'

const { signedIn } = callsTagged('search')

export const searchHit = z.object({
  id,
  title: z.string(),
  /** The passage that matches, or another line that tells results apart; empty if there is none. At most 160 characters. */
  text: z.string(),
  /** The zone of the thing. Null for people, zones, and broadcasts to all zones. */
  zone: z.object({ id, name: z.string() }).nullable(),
  /** When the thing was made, sent or last changed; null for people and zones. */
  at: instant.nullable(),
})
export type SearchHit = z.infer<typeof searchHit>

export const searchResult = z.object({
  kind: z.enum(searchKinds),
  /** True if this kind could not be searched, for example because it took too long. Then there are no hits. */
  failed: z.boolean(),
  hits: z.array(searchHit).max(MAX_HITS_PER_KIND),
  /** True if the list of this kind has further matches. */
  more: z.boolean(),
})
export type SearchResult = z.infer<typeof searchResult>

export const search = {
  /**
   * By the rules of the lists; refusing kinds are left out. With `zoneId`: that zone, the caller's zones and broadcasts to all;
   * without, all zones, which most kinds allow only internal admins.
   */
  everything: signedIn('GET /search', 'search_everything', 'Search all that the caller may see')
    .input(
      z.strictObject({
        text: text(searchText.maxLength).min(searchText.minLength),
        zoneId: id.optional(),
      }),
    )
    .output(
      z.object({
        results: z.array(searchResult).max(searchKinds.length),
        /** True if kinds are left out because the caller has not entered the zone with the PIN, or the entry has expired. */
        entryRequired: z.boolean(),
      }),
    ),
}
