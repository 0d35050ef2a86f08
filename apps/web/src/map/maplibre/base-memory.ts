import type { StyleSpecification } from 'maplibre-gl'
import { baseStyle, type StyleChoice } from './base-style.ts'

/** Milliseconds for which an unreachable base map is not requested again, unless somebody presses Retry. */
const restMs = 5 * 60_000

const styles = new Map<string, StyleSpecification>()
const missedAt = new Map<string, number>()

/** The cached style and the last failure of an external base map, so that only the first map on a page waits for it. */
export type BaseMemory = {
  /** The style, if it was loaded before. */
  readonly known: StyleSpecification | undefined
  /** True if the base map was unreachable a short while ago. */
  isMissed(): boolean
  /** Loads the style. Rejects if it is unavailable. */
  load(): Promise<StyleSpecification>
  miss(): void
  reach(): void
}

export function baseMemory(choice: StyleChoice): BaseMemory {
  const key = JSON.stringify(choice)
  return {
    known: styles.get(key),
    isMissed: () => Date.now() - (missedAt.get(key) ?? -restMs) < restMs,
    async load() {
      const style = styles.get(key) ?? (await baseStyle(choice))
      styles.set(key, style)
      return style
    },
    miss() {
      missedAt.set(key, Date.now())
      styles.delete(key)
    },
    reach: () => void missedAt.delete(key),
  }
}

/** Allows unreachable base maps to be requested again. */
export const forgetMissed = () => missedAt.clear()
