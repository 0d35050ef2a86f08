import type { StyleSpecification } from 'maplibre-gl'
import { loadBaseStyle, type StyleChoice } from './base-style.ts'

/** Milliseconds for which an unreachable base map is not requested again, unless somebody presses Retry. */
const retryDelayMs = 5 * 60_000

const stylesByKey = new Map<string, StyleSpecification>()
const failedAtByKey = new Map<string, number>()

/** Only the first map on a page waits for the style of an external base map or for its failure. */
export type BaseMemory = {
  /** The style, if it was loaded before. */
  readonly known: StyleSpecification | undefined
  /** True if the base map was unreachable a short while ago. */
  isMissed(): boolean
  /** Returns the cached style, or loads it. Rejects if it is unavailable. */
  load(): Promise<StyleSpecification>
  miss(): void
  reach(): void
}

export function createBaseMemory(choice: StyleChoice): BaseMemory {
  const key = JSON.stringify(choice)
  return {
    known: stylesByKey.get(key),
    isMissed: () => Date.now() - (failedAtByKey.get(key) ?? -retryDelayMs) < retryDelayMs,
    async load() {
      const style = stylesByKey.get(key) ?? (await loadBaseStyle(choice))
      stylesByKey.set(key, style)
      return style
    },
    miss() {
      failedAtByKey.set(key, Date.now())
      stylesByKey.delete(key)
    },
    reach: () => void failedAtByKey.delete(key),
  }
}

/** Allows unreachable base maps to be requested again. */
export const forgetFailedBases = () => failedAtByKey.clear()
